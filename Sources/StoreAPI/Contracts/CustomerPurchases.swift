/// The transactions and subscriptions from which a device computes what its customer is entitled
/// to.
///
/// It does not grow with undelivered transactions; see ``UnfinishedPage``. A device keeps a copy
/// for the time that it is offline.
package struct CustomerPurchases: Codable, Hashable, Sendable {
  /// The latest transaction of each product that the customer has bought, except consumables, as
  /// compact JWS.
  ///
  /// Revoked transactions are included. If that of a non-renewing product was revoked, the latest
  /// one that was not revoked precedes it, because it still entitles.
  package var latest: [String]
  /// One for each subscription group that the customer has ever subscribed to, and one for each plan that
  /// a family member shares with them.
  package var subscriptions: [SignedSubscription]
  /// The subscription groups whose introductory offer the customer has used.
  package var usedIntroductoryOffers: [String]
  /// The orders that wait, and the last one of each product that was not approved, until the product
  /// is ordered again; `nil` if a store of an earlier version answered.
  package var orders: [CustomerOrder]?
  /// The last event in these purchases; ``StoreBackend/updates(after:known:)`` continues after it.
  package var sequence: Int64

  package init(
    latest: [String], subscriptions: [SignedSubscription], usedIntroductoryOffers: [String],
    orders: [CustomerOrder]? = nil, sequence: Int64
  ) {
    self.latest = latest
    self.subscriptions = subscriptions
    self.usedIntroductoryOffers = usedIntroductoryOffers
    self.orders = orders
    self.sequence = sequence
  }
}

/// The transaction of a subscription's latest period, and its renewal info, as compact JWS.
package struct SignedSubscription: Codable, Hashable, Sendable {
  package var groupID: String
  package var signedTransaction: String
  package var signedRenewalInfo: String
  /// The effect of an order for each plan of the group now, in the order of their product IDs.
  ///
  /// Empty unless a plan is active; `nil` if the store did not send it.
  package var planChanges: [PlanChange]?
  /// The level of service of its plan, which may no longer be for sale; 1 is the highest.
  ///
  /// `nil` if a store of an earlier version answered.
  package var groupLevel: Int?
  /// Whether family members get the plan; `nil` if it has ended, is not family shareable, or is shared
  /// with the customer.
  package var isSharedWithFamily: Bool?

  package init(
    groupID: String, signedTransaction: String, signedRenewalInfo: String,
    planChanges: [PlanChange]? = nil, groupLevel: Int? = nil, isSharedWithFamily: Bool? = nil
  ) {
    self.groupID = groupID
    self.signedTransaction = signedTransaction
    self.signedRenewalInfo = signedRenewalInfo
    self.planChanges = planChanges
    self.groupLevel = groupLevel
    self.isSharedWithFamily = isSharedWithFamily
  }
}
