/// What a customer can see after a step, and at the end of a history: what the naive store and the
/// real one must agree on.
struct Observation: Hashable {
  /// What became of the step.
  var answer: OrderReply?
  /// The transactions that the customer is entitled to.
  var entitlements: Set<Int>
  /// What has not been delivered yet.
  var unfinished: Set<Int>
  /// By subscription group.
  var plans: [String: SubscriptionStanding]

  /// What a step led to; transactions by their count.
  enum OrderReply: Hashable {
    case sold(Int)
    case owned(Int)
    case scheduled(Int)
    case finished
    /// How much was given back, in cents.
    case refunded(Int)
    case expired
    case refused(Refusal)
  }

  enum Refusal: Hashable {
    case unknownProduct, quantity, keyReused, keyClosed, unknownTransaction
    case alreadyRefunded, nothingToRefund, notSubscribed
  }

  /// Where a subscription stands.
  struct SubscriptionStanding: Hashable {
    var good: String
    var transaction: Int
    /// The plan of the next period; `nil` when there will be none.
    var next: String?
    var expires: NaiveTime
    var isActive: Bool
    var end: End?
    var revoked: NaiveTime?
    var seriesStart: NaiveTime
    var hadIntroduction: Bool
  }

  enum End: Hashable {
    case turnedOff, withdrawn
  }
}

/// One charge, as the customer's history shows it.
struct Receipt: Hashable {
  var count: Int
  /// The count of the first transaction of its chain.
  var original: Int
  var good: String
  var quantity: Int
  var date: NaiveTime
  var cents: Int
  var expires: NaiveTime?
  var isRenewal: Bool
  var isUpgraded = false
  var isIntroduction: Bool
  /// What upgrades and refunds gave back, in cents.
  var returned = 0
  var revoked: Revocation?

  /// How a refund took it away.
  struct Revocation: Hashable {
    var date: NaiveTime
    var isWhole: Bool
    /// Of the price, to the nearest.
    var thousandthsOfPercent: Int
  }

  var stands: Bool { revoked == nil }
}
