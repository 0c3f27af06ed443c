import StoreHTTP
import Telemetry
import TestSupport

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
    try await TestSupport.wait { metrics.text.contains(line) }
  }
}
