import Glibc
import TestSupport

/// A connection on loopback as a plain socket, so that a test can open very many.
///
/// Its calls block the thread for ``timeout`` at most, because a blocked thread cannot be cancelled
/// with its test.
struct LoopbackSocket {
  /// A call failed, or the server did not read or write anything for ``timeout``.
  struct Failure: Error {
    /// The system's error number.
    var code: Int32
  }

  /// In seconds.
  private static let timeout = 100

  private let file: Int32

  /// Connects to 127.0.0.1 from the address `127.0.0.host`.
  init(port: Int, fromHost host: UInt32 = 1) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var time = timeval(tv_sec: Self.timeout, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(file, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    // Chooses the local port in `connect`: a port chosen in `bind` could not be shared, and there
    // are too few.
    var isLater: Int32 = 1
    setsockopt(file, Int32(IPPROTO_IP), Self.bindAddressNoPort, &isLater, 4)
    let bound = withSocketAddress(host: 0x7F00_0000 + host, port: 0) { bind(file, $0, $1) }
    let connected = withSocketAddress(host: 0x7F00_0001, port: port) { connect(file, $0, $1) }
    guard bound == 0, connected == 0 else {
      defer { Glibc.close(file) }
      throw Failure(code: errno)
    }
  }

  /// `IP_BIND_ADDRESS_NO_PORT`, which the Glibc module lacks.
  private static let bindAddressNoPort: Int32 = 24

  /// Sends a text that fits the system's buffer.
  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure(code: errno)
    }
  }

  /// Receives the first line; empty if the server closes the connection.
  func firstLine() throws -> String { String(try receive().prefix { $0 != "\r\n" }) }

  /// Receives everything until the server closes the connection.
  func all() throws -> String {
    var text = ""
    while case let chunk = try receive(), !chunk.isEmpty { text += chunk }
    return text
  }

  func close() { Glibc.close(file) }

  /// Waits until the server has closed some of these, and closes them on this side too.
  ///
  /// - Returns: The sockets that are still open.
  static func open(_ sockets: [LoopbackSocket]) throws -> [LoopbackSocket] {
    var polls = sockets.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
    guard poll(&polls, nfds_t(polls.count), Int32(timeout * 1_000)) > 0 else {
      throw Failure(code: ETIMEDOUT)
    }
    let (open, closed) = (
      zip(sockets, polls).filter { $1.revents == 0 }, zip(sockets, polls).filter { $1.revents != 0 }
    )
    for (socket, _) in closed { socket.close() }
    return open.map(\.0)
  }

  private func receive() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 || errno != EAGAIN else { throw Failure(code: errno) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
