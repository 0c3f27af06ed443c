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

/// Something that happened to a customer elsewhere: by another instance or by the store.
package struct StoreUpdate: Codable, Hashable, Sendable {
  package enum Change: Codable, Hashable, Sendable {
    /// A new or changed transaction, as compact JWS.
    case transaction(String)
    /// A subscription's state or its renewal changed.
    case subscription(SignedSubscription)
    /// A transaction was finished on some device.
    case finished(TransactionID)

    /// In JSON the case is the only key: `{"finished": "1000000001"}`.
    private enum CodingKeys: CodingKey {
      case transaction
      case subscription
      case finished
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch container.allKeys.first {
      case .transaction:
        self = .transaction(try container.decode(String.self, forKey: .transaction))
      case .subscription:
        self = .subscription(
          try container.decode(SignedSubscription.self, forKey: .subscription))
      case .finished, nil:
        self = .finished(try container.decode(TransactionID.self, forKey: .finished))
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .transaction(let signed): try container.encode(signed, forKey: .transaction)
      case .subscription(let signed): try container.encode(signed, forKey: .subscription)
      case .finished(let id): try container.encode(id, forKey: .finished)
      }
    }
  }

  /// Grows with every event of the store; not every number is seen by every customer.
  package var sequence: Int64
  package var change: Change

  package init(sequence: Int64, change: Change) {
    self.sequence = sequence
    self.change = change
  }
}
