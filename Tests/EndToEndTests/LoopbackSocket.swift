import Glibc

/// A connection on loopback that is no more than a socket, so that a test can have very many.
///
/// Its calls block the thread, but for no longer than ``patience``: a thread does not hear that its
/// test has been given up.
struct LoopbackSocket {
  /// The other end has said nothing, or has taken nothing, for so long that it never will; or
  /// there is none, for a reason of the system.
  struct Unanswered: Error {
    var reason: Int32
  }

  /// Of seconds.
  private static let patience = 100

  private let file: Int32

  /// Connects to 127.0.0.1 from another address of this machine, `127.0.0.host`.
  init(port: Int, fromHost host: UInt32 = 1) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var time = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(file, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    // The port is chosen when the other end is known: else there are too few.
    var isLater: Int32 = 1
    setsockopt(file, Int32(IPPROTO_IP), Self.bindAddressNoPort, &isLater, 4)
    let isBound = Self.with(0x7F00_0000 + host, 0) { bind(file, $0, $1) } == 0
    let isConnected = Self.with(0x7F00_0001, port) { connect(file, $0, $1) } == 0
    guard isBound, isConnected else {
      defer { close(file) }
      throw Unanswered(reason: errno)
    }
  }

  /// `IP_BIND_ADDRESS_NO_PORT`, which Glibc's module does not have.
  private static let bindAddressNoPort: Int32 = 24

  /// Says what fits the system's buffer.
  func say(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Unanswered(reason: errno)
    }
  }

  /// The first line that comes; empty where the other end closes the connection.
  func firstLine() throws -> String { String(try receive().prefix { $0 != "\r\n" }) }

  /// All that comes until the other end closes the connection.
  func all() throws -> String {
    var text = ""
    while case let piece = try receive(), !piece.isEmpty { text += piece }
    return text
  }

  func hangUp() { close(file) }

  /// Waits until some of these have been closed by the other end.
  ///
  /// - Returns: Those that are still open; the others have been hung up.
  static func open(_ sockets: [LoopbackSocket]) throws -> [LoopbackSocket] {
    var polls = sockets.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
    guard poll(&polls, nfds_t(polls.count), Int32(patience * 1_000)) > 0 else {
      throw Unanswered(reason: ETIMEDOUT)
    }
    let (open, closed) = (
      zip(sockets, polls).filter { $1.revents == 0 }, zip(sockets, polls).filter { $1.revents != 0 }
    )
    for (socket, _) in closed { socket.hangUp() }
    return open.map(\.0)
  }

  private func receive() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 || errno != EAGAIN else { throw Unanswered(reason: errno) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static func with(
    _ host: UInt32, _ port: Int, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = host.bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, size) }
    }
  }
}

/// How many files this process may have open; each connection is one.
enum OpenFiles {
  /// The most that the system allows.
  static var most: Int { Int(clamping: limit.rlim_max) }

  /// Raises the bound to that.
  static func allowMost() {
    var limit = limit
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }

  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  private static var limit: rlimit {
    var limit = rlimit()
    getrlimit(resource, &limit)
    return limit
  }
}
