public import Foundation

/// Why a control of ``SKTestSession`` failed.
public enum SKTestError: Error, Equatable, Hashable, Sendable {
  /// There is no such file, or it cannot be read.
  case fileNotFound
  /// The file is not a StoreKit configuration, for this reason.
  case invalidFile(String)
  /// No session was made yet, or the store's state does not allow the control.
  case invalidAction
  /// The customer is not subscribed to this product now.
  case noSubscriptionFound
  /// The store has no transaction with this number.
  case noTransactionFound
  /// The store refused, for this reason.
  case refused(String)
}

extension SKTestError: LocalizedError {
  /// A sentence that describes the error, in English.
  public var errorDescription: String? {
    switch self {
    case .fileNotFound: "The StoreKit configuration file cannot be read."
    case .invalidFile(let reason): reason
    case .invalidAction:
      "This is not possible now: there is no test session, or the subscription's state "
        + "does not allow it."
    case .noSubscriptionFound: "The customer is not subscribed to this product now."
    case .noTransactionFound: "There is no transaction with this number."
    case .refused(let reason): reason
    }
  }
}
