import AppStorePayloads

extension Product.SubscriptionInfo {
  /// A subscription's next renewal.
  ///
  /// Two values are equal if they differ only in when and for which device they were signed.
  public struct RenewalInfo: Sendable {
    let signed: Signed<RenewalInfoPayload>
    private var payload: RenewalInfoPayload { signed.payload }

    /// The ID of the transaction with which the subscription began.
    public var originalTransactionID: UInt64 { payload.originalTransactionId.rawValue }
    /// The product ID of the current or last period's plan.
    public var currentProductID: String { payload.productId }
    /// Whether the subscription renews at the end of the period.
    public var willAutoRenew: Bool { payload.autoRenewStatus == .on }
    /// The product ID of the next period's plan; `nil` if the subscription does not renew.
    public var autoRenewPreference: String? { willAutoRenew ? payload.autoRenewProductId : nil }
    /// The reason why the subscription expired; `nil` if it has not expired.
    public var expirationReason: ExpirationReason? {
      payload.expirationIntent.map { ExpirationReason(rawValue: $0.rawValue) }
    }
    /// Whether the customer has agreed to a price increase.
    public var priceIncreaseStatus: PriceIncreaseStatus {
      switch payload.priceIncreaseStatus {
      case nil: .noIncreasePending
      case .pending: .pending
      case .agreed: .agreed
      }
    }
    /// Whether the store still tries to charge a renewal that failed.
    public var isInBillingRetry: Bool { payload.isInBillingRetryPeriod ?? false }
    /// The end of the grace period, until which a subscriber whose renewal failed has access.
    public var gracePeriodExpirationDate: Date? { payload.gracePeriodExpiresDate }
    /// The offer that applies to the next period, or would if renewal were turned on.
    public var offer: Transaction.Offer? {
      Transaction.Offer(
        type: payload.offerType, id: payload.offerIdentifier,
        discountType: payload.offerDiscountType, period: payload.offerPeriod)
    }
    /// The start of the next period, or the end of the last one.
    public var renewalDate: Date? { payload.renewalDate }
    /// The start of the current series of periods, in which no gap is 60 days or longer.
    public var recentSubscriptionStartDate: Date { payload.recentSubscriptionStartDate }
    /// The price of the next period, or its price if renewal were turned on; `nil` after the
    /// subscription has ended, and if the plan is not for sale.
    public var renewalPrice: Decimal? { payload.renewalPrice.map(Decimal.init(milliunits:)) }
    /// The currency of ``renewalPrice``.
    public var currency: Locale.Currency? { payload.currency.map { Locale.Currency($0) } }
    /// The IDs of the win-back offers that the customer is eligible for, best first.
    public var eligibleWinBackOfferIDs: [String] { payload.eligibleWinBackOfferIds ?? [] }
    /// The environment of the store.
    public var environment: AppStore.Environment {
      AppStore.Environment(rawValue: payload.environment.rawValue)
    }
    /// The date on which the store signed it.
    ///
    /// It changes with the content: for the same content, the store may return an earlier
    /// signature.
    public var signedDate: Date { payload.signedDate }
    /// The hash that binds the signature to one device; empty if it is not bound to a device.
    public var deviceVerification: Data { payload.deviceVerification ?? Data() }
    /// The UUID that was hashed together with the device's ID into ``deviceVerification``.
    public var deviceVerificationNonce: UUID {
      payload.deviceVerificationNonce?.uuid ?? .zero
    }
    /// The app's account that the purchase was made with.
    public var appAccountToken: UUID? { payload.appAccountToken?.uuid }
    /// The identifier of the customer's download of the app.
    public var appTransactionID: String { payload.appTransactionId }
    /// The signed JSON.
    public var jsonRepresentation: Data { signed.payloadData }
  }
}

extension Product.SubscriptionInfo.RenewalInfo: Equatable, Hashable, CustomDebugStringConvertible {
  /// Returns whether both are equal except for when and for which device they were signed.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.payload.unsigned == rhs.payload.unsigned
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(payload.unsigned) }

  /// The signed JSON as text.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
