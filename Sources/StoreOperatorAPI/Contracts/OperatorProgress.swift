package import Foundation

/// The progress of an operator's command; only a move of the clock reports it.
///
/// Everything that was due before ``reached`` has happened, and nothing that is due later.
package struct OperatorProgress: Codable, Hashable, Sendable {
  /// The clock's time before the command.
  package var from: Date
  /// The clock's present time.
  package var reached: Date
  /// The clock's time at the end of the command.
  package var target: Date
  /// The number of renewals, failures and expirations so far.
  package var events: Int

  package init(from: Date, reached: Date, target: Date, events: Int) {
    self.from = from
    self.reached = reached
    self.target = target
    self.events = events
  }
}
