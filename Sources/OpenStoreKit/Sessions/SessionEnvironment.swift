import Foundation

/// The machine's clocks, random numbers and diagnostics, as a session uses them.
package struct SessionEnvironment: Sendable {
  /// Makes the IDs of orders and sheets.
  package var makeUUID: @Sendable () -> UUID
  /// The time since a fixed moment, which never goes back.
  package var monotonic: @Sendable () -> Duration
  /// The machine's date, from which the time since the store's last answer is computed.
  package var wallClock: @Sendable () -> Date
  /// Waits before a retry.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Returns a random number from 0 to 1, for the length of pauses.
  package var chance: @Sendable () -> Double
  package var diagnose: @Sendable (Diagnostic) -> Void
  /// The running app's version, which its customers rate.
  package var appVersion = "1.0"

  /// The machine itself; diagnostics go to standard error.
  package static var live: SessionEnvironment {
    let start = ContinuousClock.now
    var environment = SessionEnvironment(
      makeUUID: { UUID() }, monotonic: { ContinuousClock.now - start }, wallClock: { Date() },
      sleep: { try await Task.sleep(for: $0) }, chance: { .random(in: 0...1) },
      diagnose: Diagnostic.print)
    let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString")
    if let version = version as? String { environment.appVersion = version }
    return environment
  }
}
