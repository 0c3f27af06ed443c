import AppStorePayloads

/// The customer's view after a step.
///
/// The naive store and the real one must agree on it.
struct Observation: Hashable {
  /// The result of the step; `nil` if it has none.
  var result: StepResult?
  /// The transactions that the customer is entitled to.
  var entitlements: Set<Int>
  /// The transactions that are not finished.
  var unfinished: Set<Int>
  /// By subscription group.
  var plans: [String: PlanState]

  /// The result of a step, with transactions by their count.
  enum StepResult: Hashable {
    case sold(Int)
    case owned(Int)
    case scheduled(Int)
    /// The order waits.
    case waits
    case declined
    case finished
    /// The refund, in cents.
    case refunded(Int)
    /// The subscription is as it was commanded to be.
    case changed
    case refused(ObservedError?)

    /// The transaction that an order leads to.
    var count: Int? {
      switch self {
      case .sold(let count), .owned(let count), .scheduled(let count): count
      case .waits, .declined, .finished, .refunded, .changed, .refused: nil
      }
    }
  }

  /// The state of a subscription.
  struct PlanState: Hashable {
    var product: String
    var transaction: Int
    var renews: Bool
    /// The product of the next period, or that it would have if renewal were turned on, or had before
    /// the plan ended.
    var next: String?
    var expires: NaiveTime
    var status: Status
    var isInRetry: Bool
    var graceEnd: NaiveTime?
    var end: End?
    var revoked: NaiveTime?
    /// The price of the next period; `nil` if its product is not for sale.
    var renewalCents: Int?
    var isRenewalAnOffer: Bool
    /// The length of the whole offer of the next period.
    var renewalOfferLength: NaiveLength?
    /// Whether the subscriber has agreed to a price increase; `nil` without one.
    var priceAnswer: Bool?
    /// The win-back offers that the customer can take, best first.
    var winBacks: [String]
    var seriesStart: NaiveTime
    var usedIntroductoryOffer: Bool
  }

  /// With the numbers of the App Store Server API.
  enum Status: Int {
    case subscribed = 1
    case expired, inBillingRetry, inGracePeriod, revoked
  }

  /// Why a subscription ended, with the numbers of `expirationIntent`.
  enum End: Int {
    case turnedOff = 1
    case paymentFailed, priceNotAccepted, withdrawn, other
  }
}

/// The code of an error.
enum ObservedError: String {
  case orderNotWaiting, unknownProduct, invalidQuantity, orderKeyReused, orderKeyClosed,
    unknownTransaction, alreadyRefunded, nothingToRefund, invalidRefundPercentage, notSubscribed,
    renewalIsOff, billingIssue,
    invalidExtension, extensionRefused, unknownOffer, ineligibleForOffer, invalidOfferPrice,
    offerCodeExpired, offerCodeRedeemed, noPriceIncrease, duplicateRefundRequest, noRefundRequest,
    notRefunded,
    refundNotReversible, invalidPurchaseDate
}

/// One transaction, as the customer's history shows it.
struct Receipt: Hashable {
  var count: Int
  /// The count of the first transaction of its chain.
  var original: Int
  var product: String
  var quantity: Int
  var date: NaiveTime
  var cents: Int
  var currency: NaiveCurrency
  var expires: NaiveTime?
  var isRenewal: Bool
  var isUpgraded = false
  var isIntroductory: Bool
  /// The ID of the promotional or win-back offer whose price it has.
  var offer: String?
  /// The length of the whole offer.
  var offerLength: NaiveLength?
  /// The amount that upgrades and refunds returned, in cents.
  var returned = 0
  var revoked: Revocation?

  /// A refund of the transaction.
  struct Revocation: Hashable {
    var date: NaiveTime
    var isFull: Bool
    /// The refund's share of the price, to the nearest thousandth of a percent.
    var thousandthsOfPercent: Int
    /// Whether the app was at error.
    var isIssue: Bool
  }

  var isRevoked: Bool { revoked != nil }
}
