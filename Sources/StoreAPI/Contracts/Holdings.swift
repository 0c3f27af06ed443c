/// All that a device needs to know who its customer is, at one moment, also when it is offline
/// later.
package struct Holdings: Codable, Hashable, Sendable {
  /// The latest transaction of each non-consumable, non-renewing and auto-renewable product that
  /// the customer ever bought (revoked ones too), as compact JWS; before that of a non-renewing one
  /// that was revoked also the latest that stands, because it still entitles.
  package var latest: [String]
  /// What is not finished and may be delivered on this device, oldest first, as compact JWS.
  package var unfinished: [String]
  /// One for each subscription group that the customer ever subscribed in.
  package var subscriptions: [SignedSubscription]
  /// Groups whose introductory offer the customer has used.
  package var usedIntroductoryOffers: [String]
  /// The last event that these holdings include; ``StoreBackend/updates(after:)`` goes on from it.
  package var sequence: Int64

  /// The names on the wire and in a device's file.
  private enum CodingKeys: String, CodingKey {
    case latest, unfinished, subscriptions, usedIntroductoryOffers, sequence
  }

  package init(
    latest: [String], unfinished: [String], subscriptions: [SignedSubscription],
    usedIntroductoryOffers: [String], sequence: Int64
  ) {
    self.latest = latest
    self.unfinished = unfinished
    self.subscriptions = subscriptions
    self.usedIntroductoryOffers = usedIntroductoryOffers
    self.sequence = sequence
  }
}

/// The latest period of a subscription and what is to come.
package struct SignedSubscription: Codable, Hashable, Sendable {
  package var groupID: String
  package var signedTransaction: String
  package var signedRenewalInfo: String
  /// What an order for each plan of the group would do now, in the order of their product IDs.
  ///
  /// Empty unless a plan is active; `nil` if the store did not say.
  package var planChanges: [PlanChange]?

  private enum CodingKeys: String, CodingKey {
    case groupID, signedTransaction, signedRenewalInfo, planChanges
  }

  package init(
    groupID: String, signedTransaction: String, signedRenewalInfo: String,
    planChanges: [PlanChange]? = nil
  ) {
    self.groupID = groupID
    self.signedTransaction = signedTransaction
    self.signedRenewalInfo = signedRenewalInfo
    self.planChanges = planChanges
  }
}
