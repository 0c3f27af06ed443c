package import AppStorePayloads
package import Foundation
package import StoreAPI

/// A transaction in the ledger, with every value of its payload except the recipient's.
package struct LedgerTransaction: Codable, Hashable, Sendable, Identifiable {
  package var id: TransactionID
  package var originalID: TransactionID
  package var productID: String
  package var type: ProductType
  package var purchaseDate: Date
  package var originalPurchaseDate: Date
  package var quantity: Int
  package var appAccountToken: LowercaseUUID?
  package var reason: TransactionReason
  /// The charge for the whole quantity.
  package var price: Decimal
  package var storefront: StoreStorefront
  /// `nil` unless the transaction is a period of an auto-renewable subscription.
  package var period: SubscriptionPeriod?
  package var revocation: Revocation?
  /// The part of ``price`` that an upgrade or a refund has returned.
  package var refunded: Decimal = 0
  /// The part of ``refunded`` that the refund gave back; `nil` unless it was refunded.
  package var refundAmount: Decimal?
  package var isUpgraded = false
  package var isFinished = false
  /// The number of the device that ordered it, or of the one to which it was reassigned after that
  /// device was removed; `nil` for a renewal.
  package var device: Int64?
  /// The purchase of a family member; `nil` if the customer bought it.
  package var shared: SharedSource?
  /// The customer's request for its refund; `nil` before they ask.
  package var refundRequest: RefundRequest?
  /// The reference name of the offer code that made it free; `nil` for a period of a subscription.
  package var oneTimeOffer: String?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, originalID, productID, type, purchaseDate, originalPurchaseDate, quantity,
      appAccountToken, reason, price, storefront, period, revocation, refunded,
      refundAmount, isUpgraded, isFinished, device, refundRequest, oneTimeOffer, shared
  }

  /// The values that only a period of a subscription has.
  package struct SubscriptionPeriod: Codable, Hashable, Sendable {
    package var groupID: String
    package var webOrderLineItemID: String
    package var expirationDate: Date
    package var offer: AppliedOffer?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case groupID, webOrderLineItemID, expirationDate, offer
    }

    package init(
      groupID: String, webOrderLineItemID: String, expirationDate: Date,
      offer: AppliedOffer? = nil
    ) {
      self.groupID = groupID
      self.webOrderLineItemID = webOrderLineItemID
      self.expirationDate = expirationDate
      self.offer = offer
    }
  }

  /// The date and the reason of a transaction's revocation.
  package struct Revocation: Codable, Hashable, Sendable {
    package var date: Date
    package var reason: RevocationReason
    package var type: RevocationType
    /// The refunded part of the price, in thousandths of a percent.
    ///
    /// `nil` if a family member no longer shares it.
    package var percentage: Int32?

    enum CodingKeys: String, CodingKey, CaseIterable { case date, reason, type, percentage }

    package init(date: Date, reason: RevocationReason, type: RevocationType, percentage: Int32?) {
      self.date = date
      self.reason = reason
      self.type = type
      self.percentage = percentage
    }
  }

  package init(
    id: TransactionID, originalID: TransactionID, productID: String, type: ProductType,
    purchaseDate: Date, originalPurchaseDate: Date, quantity: Int = 1,
    appAccountToken: LowercaseUUID? = nil, reason: TransactionReason = .purchase, price: Decimal,
    storefront: StoreStorefront, period: SubscriptionPeriod? = nil,
    revocation: Revocation? = nil, refunded: Decimal = 0, isUpgraded: Bool = false,
    isFinished: Bool = false, device: Int64? = nil, refundRequest: RefundRequest? = nil,
    shared: SharedSource? = nil
  ) {
    self.id = id
    self.originalID = originalID
    self.productID = productID
    self.type = type
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.reason = reason
    self.price = price
    self.storefront = storefront
    self.period = period
    self.revocation = revocation
    self.refunded = refunded
    self.isUpgraded = isUpgraded
    self.isFinished = isFinished
    self.device = device
    self.shared = shared
    self.refundRequest = refundRequest
  }
}

/// The offer with which a transaction was sold.
package struct AppliedOffer: Codable, Hashable, Sendable {
  /// `nil` for an introductory offer.
  package var id: String?
  package var type: OfferType
  package var discountType: OfferDiscountType
  /// The length of each of its periods.
  package var period: Period
  // Absent from the JSON of an offer with one period, as in events of the first version.
  private var storedPeriodCount: Int?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, type, discountType, period
    case storedPeriodCount = "periodCount"
  }

  /// The number of its periods.
  ///
  /// Events of earlier versions do not have it, so ``Ledger/apply(_:)`` takes it from the
  /// subscription's running offer.
  package var periodCount: Int {
    get { storedPeriodCount ?? 1 }
    set { storedPeriodCount = newValue == 1 ? nil : newValue }
  }

  package init(
    id: String?, type: OfferType, discountType: OfferDiscountType, period: Period,
    periodCount: Int = 1
  ) {
    self.id = id
    self.type = type
    self.discountType = discountType
    self.period = period
    self.periodCount = periodCount
  }

  /// Creates the offer from a product's offer, without its price.
  package init(_ offer: StoreOffer) {
    self.init(
      id: offer.id, type: offer.type, discountType: offer.discountType, period: offer.period,
      periodCount: offer.periodCount)
  }

  /// The length of all its periods together.
  package var duration: Period { period.times(periodCount) }
}

extension LedgerTransaction {
  /// Returns the transaction with the number of its offer's periods, taken from the running offer.
  ///
  /// For the last period of an offer, this is the offer that has run until then. Events of earlier
  /// versions do not have the number; decisions and replayed events agree all the same.
  ///
  /// - Parameters:
  ///   - term: The terms of the period that it charges.
  ///   - past: The terms of the period before; `nil` if there was none.
  /// - Returns: The transaction with the number.
  func countingPeriods(of term: Term, after past: Term?) -> LedgerTransaction {
    let renewed = reason == .renewal && past?.productID == term.productID ? past?.offer : nil
    guard let offer = (term.offer ?? renewed)?.offer, period?.offer?.id == offer.id,
      period?.offer?.type == offer.type
    else { return self }
    var counted = self
    counted.period?.offer?.periodCount = offer.periodCount
    return counted
  }
}
