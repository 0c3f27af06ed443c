import Foundation
import Glibc
import Synchronization

/// Connections of one hostile client: each sends at most one request and stays open.
final class HeldConnections: Sendable {
  private let port: Int
  private let thread = ThreadWithOwnFiles()
  private let sockets = Mutex<[LoopbackSocket]>([])

  init(port: Int) {
    self.port = port
  }

  /// Sends each of these requests on a new connection.
  ///
  /// - Throws: ``LoopbackSocket/Failure`` if one gets no response.
  /// - Returns: The first line of each response.
  func send(_ requests: [String]) async throws -> [String] {
    try await thread.run { [self] in
      let opened = try requests.map { request in
        let socket = try connect()
        try socket.send(request)
        return socket
      }
      sockets.withLock { $0 += opened }
      return try opened.map { try $0.firstLine() }
    }
  }

  /// Opens `count` connections without a request and waits until the server has closed `closed` of
  /// them.
  ///
  /// - Throws: ``LoopbackSocket/Failure`` if it does not.
  func openSilently(_ count: Int, untilClosed closed: Int) async throws {
    try await thread.run { [self] in
      var silent = try (0..<count).map { _ in try connect() }
      while silent.count > count - closed { silent = try LoopbackSocket.open(silent) }
      sockets.withLock { $0 += silent }
    }
  }

  /// Closes the last `count` connections.
  func close(_ count: Int = .max) async throws {
    try await thread.run { [self] in
      sockets.withLock { sockets in
        for socket in sockets.suffix(count) { socket.close() }
        sockets.removeLast(min(count, sockets.count))
      }
    }
  }

  private func connect() throws -> LoopbackSocket {
    try LoopbackSocket(port: port, fromHost: 2)
  }
}

/// A thread whose open files are not those of the process; it closes them when it ends.
///
/// So thousands of connections take no descriptors from the tests that run meanwhile: each table of open
/// files has a limit of its own.
private final class ThreadWithOwnFiles: Sendable {
  private typealias Job = @Sendable () -> Void

  /// The next task of the thread; `nil` ends it.
  private final class Jobs: Sendable {
    private let jobs = Mutex<[Job?]>([])
    private let count = DispatchSemaphore(value: 0)

    func append(_ job: Job?) {
      jobs.withLock { $0.append(job) }
      count.signal()
    }

    func next() -> Job? {
      count.wait()
      return jobs.withLock { $0.removeFirst() }
    }
  }

  private let jobs = Jobs()

  init() {
    Thread.detachNewThread { [jobs] in
      precondition(Self.unshareFiles(), "the thread gets no files of its own: error \(errno)")
      while let job = jobs.next() { job() }
    }
  }

  deinit { jobs.append(nil) }

  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedContinuation { continuation in
      jobs.append { continuation.resume(returning: Result(catching: body)) }
    }.get()
  }

  /// Calls `close_range` with `CLOSE_RANGE_UNSHARE`, which the Glibc module lacks.
  private static func unshareFiles() -> Bool {
    typealias CloseRange = @convention(c) (UInt32, UInt32, Int32) -> Int32
    let function = dlsym(nil, "close_range").map { unsafeBitCast($0, to: CloseRange.self) }
    return function?(3, .max, 2) == 0
  }
}
