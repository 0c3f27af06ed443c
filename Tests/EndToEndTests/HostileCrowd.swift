import Synchronization

/// The connections of one hostile machine: each says something once and holds on.
final class HostileCrowd: Sendable {
  private let port: Int
  private let held = Mutex<[LoopbackSocket]>([])

  init(port: Int) {
    self.port = port
  }

  deinit { leave() }

  /// Connects once for each of these requests and says it.
  ///
  /// - Returns: The first line of each answer.
  func ask(_ requests: [String]) async throws -> [String] {
    try await Blocking.run { [self] in
      let sockets = requests.map { request in
        let socket = connect()
        socket.say(request)
        return socket
      }
      held.withLock { $0 += sockets }
      return sockets.map { $0.firstLine() }
    }
  }

  /// Connects so many times and says nothing, until so many of these have been closed.
  func beSilent(_ count: Int, untilClosed closed: Int) async throws {
    try await Blocking.run { [self] in
      var silent = (0..<count).map { _ in connect() }
      while silent.count > count - closed { silent = LoopbackSocket.open(silent) }
      held.withLock { $0 += silent }
    }
  }

  /// The last so many go.
  func leave(_ count: Int = .max) {
    held.withLock { sockets in
      for socket in sockets.suffix(count) { socket.hangUp() }
      sockets.removeLast(min(count, sockets.count))
    }
  }

  private func connect() -> LoopbackSocket { LoopbackSocket(port: port, fromHost: 2) }
}
