package import AppStorePayloads
package import StoreAPI

extension Catalogue {
  /// The terms of an auto-renewable subscription.
  package struct Subscription: Codable, Hashable, Sendable {
    package var groupID: String
    /// 1 is the highest level of service; several products may share a level.
    package var groupLevel: Int
    package var period: Period
    package var introductoryOffer: StoreOffer?
    package var promotionalOffers: [StoreOffer]
    package var winBackOffers: [StoreOffer]
    package var codeOffers: [CodeOffer]

    enum CodingKeys: String, CodingKey, CaseIterable {
      case groupID, groupLevel, period, introductoryOffer, promotionalOffers, winBackOffers,
        codeOffers
    }
  }

  /// An offer that is redeemed with a code.
  package struct CodeOffer: Codable, Hashable, Sendable {
    /// The customers who may redeem the code: new to the subscription group, subscribed to it now,
    /// or subscribed to it before.
    package enum Eligibility: String, Codable, Hashable, Sendable, CaseIterable {
      case new
      case existing
      case expired
    }

    /// The offer; its `id` is the reference name, as in signed transactions.
    package var offer: StoreOffer
    /// Sorted by name and without duplicates.
    package var eligibility: [Eligibility]
    /// Whether a customer can redeem the code and the introductory offer together.
    package var isStackable: Bool

    enum CodingKeys: String, CodingKey, CaseIterable { case offer, eligibility, isStackable }

    package init(offer: StoreOffer, eligibility: [Eligibility], isStackable: Bool) {
      self.offer = offer
      self.eligibility = eligibility
      self.isStackable = isStackable
    }
  }
}
