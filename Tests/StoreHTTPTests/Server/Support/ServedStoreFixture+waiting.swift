import StoreHTTP
import Telemetry

extension ServedStoreFixture {
  /// Waits until `count` streams are open.
  func waitForStreams(_ count: Int) async throws {
    try await waitForMetric("skdemo_update_streams \(count)\n")
  }

  /// Waits until `count` connections are open.
  func waitForConnections(_ count: Int) async throws {
    try await waitForMetric("skdemo_connections \(count)\n")
  }

  /// Waits until the operation has been answered once.
  func waitForRequests(operation: String) async throws {
    try await waitForMetric("operation=\"\(operation)\"")
  }

  private func waitForMetric(_ line: String) async throws {
    while !metrics.text.contains(line) { try await yield() }
  }
}

extension LogLines {
  /// Waits until the log contains this text.
  func wait(for expected: String) async throws {
    while !text.contains(expected) { try await yield() }
  }
}

/// Lets other tasks run.
private func yield() async throws {
  try Task.checkCancellation()
  await Task.yield()
}
