import StoreAPI

extension Product {
  /// What makes a product an auto-renewable subscription.
  public struct SubscriptionInfo: Sendable {
    let record: StoreSubscription
    let priceFormatStyle: Decimal.FormatStyle.Currency
    let session: StoreSession

    /// The group, in which a customer has one plan at a time.
    public var subscriptionGroupID: String { record.groupID }
    /// The group's name for customers; empty where it has none.
    public var groupDisplayName: String { record.groupDisplayName }
    /// The plan's rank in its group; 1 is the highest level of service.
    public var groupLevel: Int { record.groupLevel }
    /// How long one period lasts.
    public var subscriptionPeriod: SubscriptionPeriod { SubscriptionPeriod(record.period) }
    /// The terms for those who have never had an introductory offer in the group.
    public var introductoryOffer: SubscriptionOffer? { record.introductoryOffer.map(offer) }
    /// The terms for present and former subscribers whom the app chooses.
    public var promotionalOffers: [SubscriptionOffer] { record.promotionalOffers.map(offer) }
    /// The terms for former subscribers.
    public var winBackOffers: [SubscriptionOffer] { record.winBackOffers.map(offer) }

    private func offer(_ record: StoreOffer) -> SubscriptionOffer {
      SubscriptionOffer(record: record, priceFormatStyle: priceFormatStyle)
    }
  }
}

extension Product.SubscriptionInfo: Equatable, Hashable {
  /// Whether the store says the same about both subscriptions.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.record == rhs.record }

  /// Feeds everything that the store says about the subscription.
  public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

extension Product.SubscriptionInfo {
  /// Whether the customer can still have an introductory offer in this group.
  ///
  /// It may be `true` for a product that has no such offer: look at both. A present subscriber of
  /// the group cannot have one. Offline, the device's own copy answers.
  public var isEligibleForIntroOffer: Bool {
    get async { await session.isEligibleForIntroOffer(in: subscriptionGroupID) }
  }

  /// Whether the customer can still have an introductory offer in a group; `false` when no
  /// session is connected.
  public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
    await StoreSession.active?.isEligibleForIntroOffer(in: groupID) ?? false
  }

  /// Where the customer stands in this group; empty if they never subscribed in it.
  ///
  /// - Throws: ``StoreKitError`` when the device may not ask any more. Offline, the device's own
  ///   copy answers.
  public var status: [Status] {
    get async throws { try await session.statuses(in: subscriptionGroupID) }
  }

  /// Where the customer stands in a group; empty if they never subscribed in it.
  ///
  /// - Throws: ``StoreKitError``, as ``status`` does.
  public static func status(for groupID: String) async throws -> [Status] {
    try await StoreSession.connected().statuses(in: groupID)
  }

  /// Where the subscription of this transaction stands; `nil` where it is none of the customer's.
  ///
  /// - Throws: ``StoreKitError``, as ``status`` does.
  public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
    try await StoreSession.connected().status(of: transactionID)
  }
}
