package import Foundation
package import StoreAPI

/// A code and the terms of its offer, which are those that the catalogue had when the code was made.
package struct StoredOfferCode: Hashable, Sendable {
  package var code: OfferCode
  package var terms: Terms

  package init(_ code: OfferCode, terms: Terms) {
    self.code = code
    self.terms = terms
  }

  /// The terms of a code's offer.
  package struct Terms: Codable, Hashable, Sendable {
    package var productID: String
    package var reference: String
    package var isCustom: Bool
    package var expirationDate: Date?
    /// The offer of a plan; a product that is no plan is free.
    package var offer: Catalogue.CodeOffer?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case productID, reference, isCustom, expirationDate, offer
    }

    package init(
      productID: String, reference: String, isCustom: Bool = false, expirationDate: Date? = nil,
      offer: Catalogue.CodeOffer? = nil
    ) {
      self.productID = productID
      self.reference = reference
      self.isCustom = isCustom
      self.expirationDate = expirationDate
      self.offer = offer
    }
  }
}

/// The redemptions of a code, as a decision needs them.
package struct OfferCodeUse: Hashable, Sendable {
  /// The number of redemptions by all customers.
  package var redemptions: Int
  /// Whether the ledger's customer is one of them.
  package var isOwn: Bool
  /// Whether the ledger's customer has redeemed another code of the same offer.
  package var isOfferRedeemed: Bool

  package init(redemptions: Int, isOwn: Bool, isOfferRedeemed: Bool = false) {
    self.redemptions = redemptions
    self.isOwn = isOwn
    self.isOfferRedeemed = isOfferRedeemed
  }
}

extension StoredOfferCode {
  /// Checks that a customer may redeem the code for a product.
  ///
  /// A customer can redeem one code of an offer, and codes of several offers. Source: "Create offer codes
  /// for In-App Purchases" and "Set up offer codes" in App Store Connect Help.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownOffer(offerID:)`` for another product,
  ///   ``StoreAPI/StoreError/offerCodeExpired(name:date:)``,
  ///   ``StoreAPI/StoreError/offerCodeRedeemed(name:)`` if the code was redeemed by this customer or as often as
  ///   it may be, and ``StoreAPI/StoreError/ineligibleForOffer(offerID:reason:begins:)`` if the customer has
  ///   redeemed another code of the offer.
  func check(_ use: OfferCodeUse?, for productID: String, at now: Date) throws(StoreError) {
    guard productID == code.productID else { throw .unknownOffer(offerID: code.reference) }
    if let end = code.expirationDate, end <= now {
      throw .offerCodeExpired(name: code.code, date: end)
    }
    guard let use else { return }
    guard !use.isOwn, code.limit.map({ use.redemptions < $0 }) ?? true else {
      throw .offerCodeRedeemed(name: code.code)
    }
    guard !use.isOfferRedeemed else {
      throw .ineligibleForOffer(offerID: code.reference, reason: .codeRedeemed)
    }
  }

  /// Returns the offer of a plan for a customer, in a storefront's currency.
  ///
  /// - Throws: ``StoreAPI/StoreError/ineligibleForOffer(offerID:reason:begins:)`` if the code is not for
  ///   customers with this past.
  func offer(after past: Subscription?, in currency: String) throws(StoreError) -> StoreOffer {
    guard let offer = terms.offer, offer.eligibility.contains(.init(past)) else {
      throw .ineligibleForOffer(offerID: code.reference, reason: OfferError(past))
    }
    return offer.offer.priced(in: currency)
  }
}

extension Catalogue.CodeOffer.Eligibility {
  /// Creates the customer's relation to a group from their past in it.
  fileprivate init(_ past: Subscription?) {
    self = past.map { $0.isActive ? .existing : .expired } ?? .new
  }
}
