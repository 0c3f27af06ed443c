import Glibc

/// A plain socket, so that the server is measured and not the client.
///
/// The connection is kept between requests. Its calls block the task.
final class BlockingConnection {
  private let socket: Int32
  private var received: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(port: Int) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    precondition(isConnected, "cannot connect: the server is down, or too many files are open")
  }

  deinit { close(socket) }

  func send(_ request: [UInt8]) {
    precondition(
      write(socket, request, request.count) == request.count, "the request was not sent whole")
  }

  /// Reads a response with a content length.
  ///
  /// - Returns: The number of bytes of its body.
  @discardableResult func readResponse() -> Int {
    let head = head()
    let length = Self.length(head)
    while received.count < length { read() }
    received.removeAll(keepingCapacity: true)
    return length
  }

  /// Reads the head of a streamed response and the first bytes of its body.
  func readBeginning() {
    _ = head()
    if received.isEmpty { read() }
    (received, chunk) = ([], [])
  }

  /// Reads the head of a response.
  ///
  /// - Returns: Its status.
  func readStatus() -> Int { Self.status(anyHead()) }

  /// Reads a response with a content length, whatever its status.
  func readAnswer() -> (status: Int, body: [UInt8]) {
    let head = anyHead()
    let length = Self.length(head)
    while received.count < length { read() }
    defer { received.removeAll(keepingCapacity: true) }
    return (Self.status(head), received)
  }

  private func head() -> ArraySlice<UInt8> {
    let head = anyHead()
    precondition(Self.status(head) == 200, "the server refused the request")
    return head
  }

  /// Reads up to the end of the head, and keeps the bytes after it.
  private func anyHead() -> ArraySlice<UInt8> {
    var end = headEnd
    while end == nil {
      read()
      end = headEnd
    }
    let head = received.prefix(end ?? 0)
    received.removeFirst(head.count)
    return head
  }

  private static func status(_ head: ArraySlice<UInt8>) -> Int {
    Int(String(decoding: head.dropFirst("HTTP/1.1 ".utf8.count).prefix(3), as: UTF8.self)) ?? 0
  }

  private var headEnd: Int? { Self.headEnd(received) }

  /// The end of the head of a request or a response; `nil` if not all of it has been received.
  static func headEnd(_ received: [UInt8]) -> Int? {
    received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
  }

  /// The content length that a head of a request or a response names; 0 if it names none.
  static func length(_ head: ArraySlice<UInt8>) -> Int {
    let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
    let line = lines.first { $0.hasPrefix("content-length:") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  private func read() {
    let count = Glibc.read(socket, &chunk, chunk.count)
    precondition(count > 0, "the server closed the connection")
    received += chunk.prefix(count)
  }
}

extension [UInt8] {
  /// A request without a body.
  static func get(_ path: String, _ headers: [String] = []) -> Self {
    Array(
      (["GET \(path) HTTP/1.1", "host: 127.0.0.1"] + headers + ["", ""]).joined(separator: "\r\n")
        .utf8)
  }
}
