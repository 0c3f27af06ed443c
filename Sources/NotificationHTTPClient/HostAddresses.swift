import Foundation
import Glibc
import NetworkAddresses
package import StoreEngine

/// The addresses of a host.
enum HostAddresses {
  /// Returns the numeric addresses to which a host resolves, in the system's order; a numeric host is its
  /// own address.
  ///
  /// - Returns: The addresses, or an empty list if there is no such host; `nil` if no name server
  ///   responded in time.
  static func resolved(_ host: String, within timeout: Duration) async -> [String]? {
    guard IPAddress(host) == nil else { return [host] }
    // The system's function blocks its thread, and can take longer than the caller waits.
    let (answers, answer) = AsyncStream<[String]?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    Thread.detachNewThread { answer.yield(resolved(host)) }
    let alarm = Task {
      try? await Task.sleep(for: timeout)
      answer.yield(nil)
    }
    defer { alarm.cancel() }
    for await addresses in answers { return addresses }
    return nil
  }

  private static func resolved(_ host: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var next = list
    while let info = next?.pointee {
      if let text = numericText(of: info), !addresses.contains(text) { addresses.append(text) }
      next = info.ai_next
    }
    return addresses
  }

  private static func numericText(of info: addrinfo) -> String? {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = getnameinfo(
      info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    guard status == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension NotificationDestination {
  /// Returns those addresses of the host to which notifications may be sent.
  ///
  /// A host that is this machine has only loopback addresses. Any other has only public ones,
  /// unless the machine's own network is allowed.
  package func allowed(_ addresses: [String]) -> [String] {
    if allowsOwnNetwork, !url.isLoopback { return addresses }
    return addresses.filter { text in
      guard let address = IPAddress(text) else { return false }
      return url.isLoopback ? address.isLoopback : address.isPublic
    }
  }
}
