import Glibc

/// A port of 127.0.0.1 on which nobody listens, held so that the system gives it to no other server.
///
/// A server that asks for it by its number gets it.
final class HeldPort: Sendable {
  private let file: Int32

  /// - Throws: ``FixtureError`` if a server has the port.
  init(_ port: Int) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // Linux lets two sockets share a port by its number if both say so and none listens.
    var isShared: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
    let isBound = withSocketAddress(host: 0x7F00_0001, port: port) { bind(file, $0, $1) } == 0
    guard isBound else { throw FixtureError(text: "port \(port): error \(errno)") }
  }

  deinit { close(file) }
}
