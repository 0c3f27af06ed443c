import AppStorePayloads
import Foundation
import OpenStoreKit

/// `skdemo buy --json`.
struct BuyReport: Encodable {
  enum Result: String, Encodable {
    case purchased, pending, cancelled
  }

  var result: Result
  /// Absent if nothing was bought.
  var transaction: TransactionPayload?
  /// Whether the customer had it already: then nothing was charged.
  var alreadyOwned: Bool
  /// Whether the plan changes at the end of the period.
  var scheduled: Bool

  init(_ outcome: PurchaseOutcome) throws {
    alreadyOwned = outcome.alreadyOwned
    scheduled = outcome.scheduledDate != nil
    switch outcome.result {
    case .success(let result):
      self.result = .purchased
      transaction = try TransactionPayload(result.payloadValue)
    case .pending: result = .pending
    case .userCancelled: result = .cancelled
    }
  }
}

extension TransactionPayload {
  /// The transaction in the field names of signed transactions.
  init(_ transaction: Transaction) throws {
    self = try JSONDecoder.payload.decode(Self.self, from: transaction.jsonRepresentation)
  }
}
