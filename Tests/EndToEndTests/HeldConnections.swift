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
  /// - Throws: ``LoopbackSocket/Unanswered`` where one gets no answer.
  /// - Returns: The first line of each answer.
  func ask(_ requests: [String]) async throws -> [String] {
    try await Blocking.run { [self] in
      let sockets = try requests.map { request in
        let socket = try connect()
        try socket.say(request)
        return socket
      }
      held.withLock { $0 += sockets }
      return try sockets.map { try $0.firstLine() }
    }
  }

  /// Connects so many times and says nothing, until so many of these have been closed.
  ///
  /// - Throws: ``LoopbackSocket/Unanswered`` where they are not.
  func beSilent(_ count: Int, untilClosed closed: Int) async throws {
    try await Blocking.run { [self] in
      var silent = try (0..<count).map { _ in try connect() }
      while silent.count > count - closed { silent = try LoopbackSocket.open(silent) }
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

  private func connect() throws -> LoopbackSocket {
    try LoopbackSocket(port: port, fromHost: 2)
  }
}
