import Glibc
import StoreHTTP

/// A port on loopback that refuses connections and is reserved as long as this object lives.
final class ClosedPort: Sendable {
  private struct BindFailure: Error {
    var code = errno
  }

  /// A socket that is bound and does not listen.
  private let file: Int32
  private let port: Int

  init() throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard let port = Self.bind(file) else {
      close(file)
      throw BindFailure()
    }
    self.port = port
  }

  deinit { close(file) }

  /// Runs `body` while the port is closed.
  static func run<Result>(
    _ body: (StoreAddress) async throws -> Result
  ) async throws -> Result {
    let closed = try ClosedPort()
    defer { withExtendedLifetime(closed) {} }
    return try await body(StoreAddress("http://127.0.0.1:\(closed.port)"))
  }

  /// The port that the system chose; `nil` if binding failed.
  private static func bind(_ file: Int32) -> Int? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0
      }
    }
    return isBound ? Int(in_port_t(bigEndian: address.sin_port)) : nil
  }
}
