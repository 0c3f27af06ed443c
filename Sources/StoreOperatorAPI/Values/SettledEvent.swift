package import AppStorePayloads
package import Foundation

/// Something that happened by itself when it was due: a renewal, a failed payment or an end.
package struct SettledEvent: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case renewed, billingRetryBegan, gracePeriodExpired, expired, orderLapsed
  }

  package var date: Date
  package var kind: Kind
  /// The product of the period that has begun, failed or ended, or of the order.
  package var productID: String
  /// The transaction of that period; `nil` for an order.
  package var transactionID: TransactionID?
  /// `nil` if the account is not known.
  package var account: String?
  /// The price of a renewal; `nil` for other events.
  package var price: Decimal?
  /// The ISO 4217 code of the renewal's currency; `nil` for other events.
  package var currency: String?
  /// The end of the grace period that a failed payment has begun; `nil` without one.
  package var gracePeriodExpirationDate: Date?
  /// The reason for an expiration; `nil` for other events.
  package var expirationIntent: ExpirationIntent?

  package init(
    _ kind: Kind, of productID: String, at date: Date, transactionID: TransactionID? = nil,
    account: String? = nil
  ) {
    self.kind = kind
    self.productID = productID
    self.date = date
    self.transactionID = transactionID
    self.account = account
  }

  /// The maximum number of events in an answer, which has the first ones.
  package static let listLimit = 100
}
