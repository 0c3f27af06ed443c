package import Foundation
package import StoreAPI

/// One fact about one customer, for ever.
///
/// Each event leads to at most one update for other devices, so an update's sequence is its
/// event's and a stream that broke resumes without loss.
package enum LedgerEvent: Codable, Hashable, Sendable {
  /// A transaction was made and charged: a purchase, or a renewal.
  case charged(transaction: LedgerTransaction)
  /// An upgrade ended this period early; `refund` was given back.
  case upgraded(transactionID: TransactionID, refund: Decimal)
  /// A period of a subscription began: the first, a renewal, an upgrade or a resubscription.
  case periodBegan(subscription: Subscription)
  /// The plan of the next period, or whether there will be one, changed.
  case renewalChanged(groupID: String, autoRenewPreference: String, willAutoRenew: Bool)
  /// The current period of a subscription was cut short at `date`; its expiry follows.
  case cutShort(groupID: String, date: Date)
  case expired(groupID: String, intent: ExpirationIntent)
  /// `amount` was given back, and what the transaction had paid for was taken away.
  case refunded(
    transactionID: TransactionID, amount: Decimal, revocation: LedgerTransaction.Revocation)
  /// A refund of the latest period ended a subscription's service and its renewal.
  case revoked(groupID: String, date: Date)
  case finished(transactionID: TransactionID)
  /// A consumable whose device is gone is offered to this one from now on.
  case reassigned(transactionID: TransactionID, device: Int64)
  case orderSettled(key: OrderKey, request: OrderRequest, outcome: OrderOutcome)
  case orderClosed(key: OrderKey)
}

// What an event is called where it is stored. A name that has been used keeps its meaning for ever,
// whatever the Swift case is called.
extension LedgerEvent {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case charged = "charged"
    case upgraded = "upgraded"
    case periodBegan = "periodBegan"
    case renewalChanged = "renewalChanged"
    case cutShort = "cutShort"
    case expired = "expired"
    case refunded = "refunded"
    case revoked = "revoked"
    case finished = "finished"
    case reassigned = "entrusted"
    case orderSettled = "orderSettled"
    case orderClosed = "orderClosed"
  }

  enum ChargedCodingKeys: String, CodingKey, CaseIterable { case transaction }
  enum UpgradedCodingKeys: String, CodingKey, CaseIterable { case transactionID, refund }
  enum PeriodBeganCodingKeys: String, CodingKey, CaseIterable { case subscription }
  enum RenewalChangedCodingKeys: String, CodingKey, CaseIterable {
    case groupID, autoRenewPreference, willAutoRenew
  }
  enum CutShortCodingKeys: String, CodingKey, CaseIterable { case groupID, date }
  enum ExpiredCodingKeys: String, CodingKey, CaseIterable { case groupID, intent }
  enum RefundedCodingKeys: String, CodingKey, CaseIterable {
    case transactionID, amount, revocation
  }
  enum RevokedCodingKeys: String, CodingKey, CaseIterable { case groupID, date }
  enum FinishedCodingKeys: String, CodingKey, CaseIterable { case transactionID }
  enum ReassignedCodingKeys: String, CodingKey, CaseIterable { case transactionID, device }
  enum OrderSettledCodingKeys: String, CodingKey, CaseIterable { case key, request, outcome }
  enum OrderClosedCodingKeys: String, CodingKey, CaseIterable { case key }
}

/// An event, when it happened on the store's clock, and who caused it.
package struct LedgerChange: Hashable, Sendable {
  package var event: LedgerEvent
  package var date: Date
  /// The instance whose call caused it; `nil` for the store.
  package var instance: InstanceID?

  package init(_ event: LedgerEvent, at date: Date, by instance: InstanceID?) {
    self.event = event
    self.date = date
    self.instance = instance
  }
}
