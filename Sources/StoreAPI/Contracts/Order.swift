package import AppStorePayloads
package import Foundation

/// The idempotency key of an order: an order that is sent again with its key is charged once.
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

/// Identifies a running copy of the app, which gets no updates about its own purchases.
package typealias InstanceID = LowercaseUUID

/// A customer's order of a product.
package struct Order: Codable, Hashable, Sendable {
  package var key: OrderKey
  package var productID: String
  package var quantity: Int
  package var appAccountToken: LowercaseUUID?
  package var offer: OrderOffer?
  /// The quote that the customer confirmed; the store refuses the order if the terms have changed.
  package var quote: Quote?
  /// Whether it waits for approval, whatever the store's settings are; `nil` if it need not.
  ///
  /// A store of production ignores it.
  package var simulatesAskToBuy: Bool?

  package init(
    key: OrderKey, productID: String, quantity: Int = 1, appAccountToken: LowercaseUUID? = nil,
    offer: OrderOffer? = nil, quote: Quote? = nil, simulatesAskToBuy: Bool? = nil
  ) {
    self.key = key
    self.productID = productID
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.offer = offer
    self.quote = quote
    self.simulatesAskToBuy = simulatesAskToBuy
  }
}

/// The effect and the price of an order, before the customer confirms it.
package struct Quote: Codable, Hashable, Sendable {
  /// The effect of an order.
  package enum Effect: Codable, Hashable, Sendable {
    /// A one-time purchase.
    case purchase
    /// The start of a subscription, which renews on `renewalDate`.
    case subscribe(renewalDate: Date)
    /// An immediate change from another plan, whose unused part is refunded.
    case upgrade(from: String, refund: Decimal, renewalDate: Date)
    /// A change of the plan at the end of its period. If `from` is the ordered plan itself, it goes on
    /// after that period: its renewal was off, or another plan was chosen.
    case change(from: String, effectiveDate: Date)
    /// No effect and no charge, because the customer owns the product already.
    case alreadyOwned

    package enum CodingKeys: CodingKey, CaseIterable {
      case purchase, subscribe, upgrade, change, alreadyOwned
    }
  }

  package var effect: Effect
  /// The charge now, for the whole quantity; 0 if nothing is charged.
  package var charge: Decimal
  /// ISO 4217.
  package var currency: String
  /// The storefront of the price.
  package var storefront: StoreStorefront
  /// The offer whose terms apply to the first period, or after a change to the next ones.
  package var offer: StoreOffer?
  /// The offer of a code that follows ``offer``; `nil` if the regular price does.
  package var followingOffer: StoreOffer?
  /// The offers of periods to come that the customer loses with this order: the rest of the present one,
  /// and one that they have redeemed; `nil` if the store, or the app that confirms, does not say it.
  package var lostOffers: [StoreOffer]?
  /// The price of each later period; `nil` if the product does not renew.
  package var renewalPrice: Decimal?
  /// The length of each later period; `nil` if the product does not renew.
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

/// The result of an order.
package enum OrderResult: Codable, Hashable, Sendable {
  case purchased(Purchase)
  /// The order needs an action first, such as a parent's approval; nothing is charged yet.
  case pending

  /// In JSON `{"purchased": {…}}` or `{"pending": {}}`.
  package enum CodingKeys: CodingKey, CaseIterable {
    case purchased
    case pending
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = container.contains(.pending) ? .pending : .purchased(try container.value(.purchased))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .purchased(let purchase): try container.encode(purchase, forKey: .purchased)
    case .pending: try container.encode([String: String](), forKey: .pending)
    }
  }
}

/// A successful purchase.
package struct Purchase: Codable, Hashable, Sendable {
  /// The customer's transaction, as compact JWS.
  package var signedTransaction: String
  /// Whether nothing was charged, because `signedTransaction` existed already.
  package var alreadyOwned: Bool
  /// Whether the plan changes at the next renewal; `signedTransaction` is the current plan's.
  package var scheduled: Bool
  /// The customer's purchases, including this order.
  ///
  /// `nil` for a consumable, which is not among them; if the store could not read them; and if a store
  /// of an earlier version answered.
  package var purchases: CustomerPurchases?

  package init(
    signedTransaction: String, alreadyOwned: Bool = false, scheduled: Bool = false,
    purchases: CustomerPurchases? = nil
  ) {
    self.signedTransaction = signedTransaction
    self.alreadyOwned = alreadyOwned
    self.scheduled = scheduled
    self.purchases = purchases
  }
}
