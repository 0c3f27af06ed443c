public import Foundation

/// Why a control of ``SKTestSession`` did nothing.
public enum SKTestError: Error, Equatable, Hashable, Sendable {
  /// There is no such file, or it cannot be read.
  case fileNotFound
  /// The file is no StoreKit configuration; the sentence says what is wrong and where.
  case invalidFile(String)
  /// There is no session, or it cannot do this.
  case invalidAction
  /// The customer is not subscribed to this product now.
  case noSubscriptionFound
  /// The store has no transaction with this number.
  case noTransactionFound
  /// The store refused; the sentence says why.
  case refused(String)
}

extension SKTestError: LocalizedError {
  /// What went wrong, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .fileNotFound: "The StoreKit configuration file cannot be read."
    case .invalidFile(let reason): reason
    case .invalidAction: "There is no test session that could do this."
    case .noSubscriptionFound: "The customer is not subscribed to this product now."
    case .noTransactionFound: "There is no transaction with this number."
    case .refused(let reason): reason
    }
  }
}
