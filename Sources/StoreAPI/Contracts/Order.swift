package import Foundation

/// Names one order for ever: sent again under the same key, it is charged once.
package struct OrderKey: Hashable, Sendable, Codable, CustomStringConvertible {
  package let uuid: LowercaseUUID

  package init(_ uuid: UUID) {
    self.uuid = LowercaseUUID(uuid)
  }

  package init(from decoder: any Decoder) throws {
    uuid = try LowercaseUUID(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try uuid.encode(to: encoder)
  }

  package var description: String { uuid.description }
}

/// One running copy of the app; its own purchases do not come back to it as updates.
package typealias InstanceID = LowercaseUUID

/// What a customer asks the store to sell.
package struct Order: Codable, Hashable, Sendable {
  package var key: OrderKey
  package var productID: String
  package var quantity: Int
  package var appAccountToken: LowercaseUUID?
  /// What the customer was told and agreed to; the store refuses to charge anything else.
  package var quote: Quote?

  package init(
    key: OrderKey, productID: String, quantity: Int = 1, appAccountToken: LowercaseUUID? = nil,
    quote: Quote? = nil
  ) {
    self.key = key
    self.productID = productID
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.quote = quote
  }
}

/// What an order would do and cost, said before the customer confirms.
package struct Quote: Codable, Hashable, Sendable {
  /// What the order leads to.
  package enum Effect: Codable, Hashable, Sendable {
    /// A one-time purchase.
    case purchase
    /// A first period, which begins now and renews on `renewalDate`.
    case subscribe(renewalDate: Date)
    /// An immediate change from `productID`, whose unused part is refunded.
    case upgrade(from: String, refund: Decimal, renewalDate: Date)
    /// A change that waits for the end of the period.
    case change(from: String, effectiveDate: Date)
    /// Nothing is charged: the customer has it already.
    case alreadyOwned
  }

  package var effect: Effect
  /// What is charged now, for the whole quantity; 0 where nothing is.
  package var charge: Decimal
  /// ISO 4217.
  package var currency: String
  /// The country whose price this is.
  package var storefront: StoreStorefront
  /// The offer whose terms apply to the first period.
  package var offer: StoreOffer?
  /// What each later period costs; `nil` for what does not renew.
  package var renewalPrice: Decimal?
  /// How long each later period lasts; `nil` for what does not renew.
  package var renewalPeriod: Period?

  package init(
    effect: Effect, charge: Decimal, currency: String, storefront: StoreStorefront,
    offer: StoreOffer? = nil, renewalPrice: Decimal? = nil, renewalPeriod: Period? = nil
  ) {
    self.effect = effect
    self.charge = charge
    self.currency = currency
    self.storefront = storefront
    self.offer = offer
    self.renewalPrice = renewalPrice
    self.renewalPeriod = renewalPeriod
  }
}

/// What became of an order.
package enum OrderResult: Codable, Hashable, Sendable {
  case purchased(Purchase)
  /// Something else must happen first, such as a parent's approval; nothing is charged yet.
  case pending

  /// In JSON `{"purchased": {…}}` or `{"pending": {}}`.
  private enum CodingKeys: CodingKey {
    case purchased
    case pending
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      if container.contains(.pending) {
        .pending
      } else {
        .purchased(try container.decode(Purchase.self, forKey: .purchased))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .purchased(let purchase): try container.encode(purchase, forKey: .purchased)
    case .pending: try container.encode([String: String](), forKey: .pending)
    }
  }
}

/// A purchase that went through.
package struct Purchase: Codable, Hashable, Sendable {
  /// The compact JWS of the transaction that the customer now has.
  package var signedTransaction: String
  /// Nothing was charged: `signedTransaction` is the one that the customer already had.
  package var alreadyOwned: Bool
  /// The plan changes at the next renewal: `signedTransaction` is the current plan's.
  package var scheduled: Bool

  package init(signedTransaction: String, alreadyOwned: Bool = false, scheduled: Bool = false) {
    self.signedTransaction = signedTransaction
    self.alreadyOwned = alreadyOwned
    self.scheduled = scheduled
  }
}
