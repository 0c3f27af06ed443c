import StoreHTTP
import Telemetry

extension ServedStoreFixture {
  /// Waits until so many streams are open.
  func streamsAre(_ count: Int) async throws {
    try await counts("skdemo_update_streams \(count)\n")
  }

  /// Waits until so many connections have a seat.
  func connectionsAre(_ count: Int) async throws {
    try await counts("skdemo_connections \(count)\n")
  }

  private func counts(_ line: String) async throws {
    while !metrics.text.contains(line) { try await pause() }
  }
}

extension LogLines {
  /// Waits until this has been logged.
  func shows(_ words: String) async throws {
    while !text.contains(words) { try await pause() }
  }
}

/// Lets others go on.
private func pause() async throws {
  try Task.checkCancellation()
  await Task.yield()
}
