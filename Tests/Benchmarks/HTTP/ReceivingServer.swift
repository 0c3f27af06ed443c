import Foundation
import Glibc
import Synchronization

/// An app's server on plain sockets, which accepts every notification, or answers none.
///
/// It runs until the program ends.
final class ReceivingServer: Sendable {
  let port: Int
  private let socket: Int32
  private let arrivals = DispatchSemaphore(value: 0)
  private let bodies = Mutex<[[UInt8]]>([])

  /// - Parameter hangs: Whether it answers nothing. The system still accepts its connections.
  init(hangs: Bool = false) {
    (socket, port) = Self.listening()
    guard !hangs else { return }
    Thread.detachNewThread { [self] in
      while true { receive() }
    }
  }

  /// The URL for the notifications of a store.
  var url: String { "http://127.0.0.1:\(port)/" }

  /// The signed payloads of the notifications that have arrived.
  func signedPayloads() throws -> [String] {
    try bodies.withLock { $0 }.map { body in
      try JSONDecoder().decode(Body.self, from: Data(body)).signedPayload
    }
  }

  /// Waits until `count` more notifications have arrived.
  func wait(for count: Int) {
    for _ in 0..<count {
      precondition(
        arrivals.wait(timeout: .now() + 60) == .success, "a notification did not arrive")
    }
  }

  private struct Body: Decodable {
    let signedPayload: String
  }
}

extension ReceivingServer {
  private static func listening() -> (socket: Int32, port: Int) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && listen(socket, 1_024) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    precondition(isListening, "the receiver of notifications cannot listen")
    return (socket, Int(in_port_t(bigEndian: address.sin_port)))
  }

  /// Receives one notification, on a connection of its own.
  private func receive() {
    let connection = accept(socket, nil, nil)
    precondition(connection >= 0, "the receiver of notifications cannot accept a connection")
    defer { close(connection) }
    // The store may have been ended.
    guard let body = Self.body(from: connection) else { return }
    let response = Array("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".utf8)
    _ = send(connection, response, response.count, Int32(MSG_NOSIGNAL))
    bodies.withLock { $0.append(body) }
    arrivals.signal()
  }

  /// Reads a request; `nil` if the connection ends before it.
  private static func body(from connection: Int32) -> [UInt8]? {
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = BlockingConnection.headEnd(received),
        received.count >= end + BlockingConnection.length(received[..<end])
      {
        return Array(received[end...])
      }
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { return nil }
      received += chunk.prefix(count)
    }
  }
}
