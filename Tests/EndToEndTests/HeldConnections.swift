import Synchronization

/// Connections of one hostile client: each sends at most one request and stays open.
final class HeldConnections: Sendable {
  private let port: Int
  private let sockets = Mutex<[LoopbackSocket]>([])

  init(port: Int) {
    self.port = port
  }

  deinit { close() }

  /// Sends each of these requests on a new connection.
  ///
  /// - Throws: ``LoopbackSocket/Failure`` if one gets no response.
  /// - Returns: The first line of each response.
  func send(_ requests: [String]) async throws -> [String] {
    try await DetachedThread.run { [self] in
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
    try await DetachedThread.run { [self] in
      var silent = try (0..<count).map { _ in try connect() }
      while silent.count > count - closed { silent = try LoopbackSocket.open(silent) }
      sockets.withLock { $0 += silent }
    }
  }

  /// Closes the last `count` connections.
  func close(_ count: Int = .max) {
    sockets.withLock { sockets in
      for socket in sockets.suffix(count) { socket.close() }
      sockets.removeLast(min(count, sockets.count))
    }
  }

  private func connect() throws -> LoopbackSocket {
    try LoopbackSocket(port: port, fromHost: 2)
  }
}
