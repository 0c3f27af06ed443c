import StoreAPI

extension Product.SubscriptionInfo {
  /// What the store says about a subscription's next renewal.
  ///
  /// Two values are equal when they say the same, whenever and for whomever they were signed.
  public struct RenewalInfo: Sendable {
    let signed: Signed<RenewalInfoPayload>
    private var payload: RenewalInfoPayload { signed.payload }

    /// The transaction with which the subscription began.
    public var originalTransactionID: UInt64 { payload.originalTransactionId.rawValue }
    /// The plan of the current or last period.
    public var currentProductID: String { payload.productId }
    /// Whether there will be a next period.
    public var willAutoRenew: Bool { payload.autoRenewStatus == .on }
    /// The plan of the next period; `nil` when it will not renew.
    public var autoRenewPreference: String? {
      willAutoRenew ? payload.autoRenewProductId : nil
    }
    /// Why the subscription ended; `nil` while it has not.
    public var expirationReason: ExpirationReason? {
      payload.expirationIntent.map { ExpirationReason(rawValue: $0.rawValue) }
    }
    /// Whether the customer has agreed to a higher price.
    public var priceIncreaseStatus: PriceIncreaseStatus {
      switch payload.priceIncreaseStatus {
      case nil: .noIncreasePending
      case .pending: .pending
      case .agreed: .agreed
      }
    }
    /// Whether the store is still trying to charge a renewal that failed.
    public var isInBillingRetry: Bool { payload.isInBillingRetryPeriod ?? false }
    /// Until when a subscriber whose renewal failed is served.
    public var gracePeriodExpirationDate: Date? { payload.gracePeriodExpiresDate }
    /// The offer that applies to the next period.
    public var offer: Transaction.Offer? {
      Transaction.Offer(
        type: payload.offerType, id: payload.offerIdentifier,
        discountType: payload.offerDiscountType, period: payload.offerPeriod)
    }
    /// When the next period begins, or when the last one ended.
    public var renewalDate: Date? { payload.renewalDate }
    /// When the present series of periods began, ignoring gaps under 60 days.
    public var recentSubscriptionStartDate: Date { payload.recentSubscriptionStartDate }
    /// What the next period costs.
    public var renewalPrice: Decimal? { payload.renewalPrice.map(Decimal.init(milliunits:)) }
    /// The currency of ``renewalPrice``.
    public var currency: Locale.Currency? { payload.currency.map { Locale.Currency($0) } }
    /// The win-back offers that the customer can have, best first.
    public var eligibleWinBackOfferIDs: [String] { payload.eligibleWinBackOfferIds ?? [] }
    /// Which of Apple's environments the store stands for.
    public var environment: AppStore.Environment {
      AppStore.Environment(rawValue: payload.environment.rawValue)
    }
    /// When the store said this.
    public var signedDate: Date { payload.signedDate }
    /// What binds the signature to one device; empty where it is bound to none.
    public var deviceVerification: Data { payload.deviceVerification ?? Data() }
    /// What was hashed with the device's ID into ``deviceVerification``.
    public var deviceVerificationNonce: UUID {
      payload.deviceVerificationNonce?.uuid ?? .zero
    }
    /// The app's own account that the subscription was bound to.
    public var appAccountToken: UUID? { payload.appAccountToken?.uuid }
    /// The customer's download of the app.
    public var appTransactionID: String { payload.appTransactionId }
    /// The signed JSON.
    public var jsonRepresentation: Data { signed.payloadData }
  }
}

extension Product.SubscriptionInfo.RenewalInfo: Equatable, Hashable, CustomDebugStringConvertible {
  /// Whether both say the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.payload.unsigned == rhs.payload.unsigned
  }

  /// Feeds what is said.
  public func hash(into hasher: inout Hasher) { hasher.combine(payload.unsigned) }

  /// The signed JSON as text.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
