import StoreAPI

extension Product {
  /// The terms of an auto-renewable subscription.
  public struct SubscriptionInfo: Sendable {
    let record: StoreSubscription
    let priceFormatStyle: Decimal.FormatStyle.Currency
    let session: StoreSession

    /// The ID of the subscription group; a customer has one plan of a group at a time.
    public var subscriptionGroupID: String { record.groupID }
    /// The group's display name; empty if it has none.
    public var groupDisplayName: String { record.groupDisplayName }
    /// The plan's level in its group; 1 is the highest level of service.
    public var groupLevel: Int { record.groupLevel }
    /// The length of one period.
    public var subscriptionPeriod: SubscriptionPeriod { SubscriptionPeriod(record.period) }
    /// The offer for customers who have not used an introductory offer of the group.
    public var introductoryOffer: SubscriptionOffer? { record.introductoryOffer.map(offer) }
    /// The offers for current and former subscribers that the app chooses.
    public var promotionalOffers: [SubscriptionOffer] { record.promotionalOffers.map(offer) }
    /// The offers for former subscribers.
    public var winBackOffers: [SubscriptionOffer] { record.winBackOffers.map(offer) }

    private func offer(_ record: StoreOffer) -> SubscriptionOffer {
      SubscriptionOffer(record: record, priceFormatStyle: priceFormatStyle)
    }
  }
}

extension Product.SubscriptionInfo: Equatable, Hashable {
  /// Returns whether all properties are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.record == rhs.record }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

extension Product.SubscriptionInfo {
  /// Whether the customer is eligible for an introductory offer of this group.
  ///
  /// It may be `true` for a product without such an offer, so check ``introductoryOffer`` too. It
  /// is `false` for a current subscriber of the group. Without a connection it is computed from the
  /// device's copy.
  public var isEligibleForIntroOffer: Bool {
    get async { await session.snapshot().isEligibleForIntroOffer(in: subscriptionGroupID) }
  }

  /// Returns whether the customer is eligible for an introductory offer of a group; `false` if no
  /// session is connected.
  public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
    await StoreSession.active?.snapshot().isEligibleForIntroOffer(in: groupID) ?? false
  }

  /// The customer's status in this group; empty if the customer has never subscribed to it.
  ///
  /// Without a connection it is computed from the device's copy.
  ///
  /// - Throws: ``StoreKitError`` if the device was signed out.
  public var status: [Status] {
    get async throws { try await session.statuses(in: subscriptionGroupID) }
  }

  /// Returns the customer's status in a group; empty if the customer has never subscribed to it.
  ///
  /// - Throws: ``StoreKitError``, as ``status`` does.
  public static func status(for groupID: String) async throws -> [Status] {
    try await StoreSession.connected().statuses(in: groupID)
  }

  /// Returns the status of this transaction's subscription, or `nil` if the customer has no such
  /// subscription.
  ///
  /// - Throws: ``StoreKitError``, as ``status`` does.
  public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
    try await StoreSession.connected().status(of: transactionID)
  }
}
