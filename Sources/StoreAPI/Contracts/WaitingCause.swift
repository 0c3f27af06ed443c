/// The reason why an order waits.
package enum WaitingCause: String, Codable, Hashable, Sendable, CaseIterable {
  /// Somebody must approve it, for example a parent.
  case askToBuy
  /// The customer must take a step in their account's settings, for example agree to new terms.
  case interrupted

  /// The step that would end the wait, for example "approval".
  package var need: String {
    switch self {
    case .askToBuy: "approval"
    case .interrupted: "a step in the account's settings"
    }
  }
}
