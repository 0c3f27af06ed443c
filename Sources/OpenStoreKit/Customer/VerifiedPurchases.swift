import AppStorePayloads
import StoreAPI

/// A customer's purchases, decoded and verified.
struct VerifiedPurchases: Equatable, Sendable {
  /// The latest period in one subscription group.
  struct Subscription: Equatable, Sendable {
    let signed: SignedSubscription
    let transaction: Signed<TransactionPayload>
    let renewalInfo: Signed<RenewalInfoPayload>

    var groupID: String { signed.groupID }
    var planChanges: [PlanChange] { signed.planChanges ?? [] }
    /// Whether a family member pays for it and manages it.
    var isShared: Bool { transaction.payload.isShared }
    var isVerified: Bool { transaction.isVerified && renewalInfo.isVerified }

    func status(at now: Date) -> SubscriptionStatusCode {
      SubscriptionStatusCode(
        transaction: transaction.payload, renewalInfo: renewalInfo.payload, at: now)
    }

    /// The content without when and for which device it was signed.
    var content: [AnyHashable] { [transaction.payload.unsigned, renewalInfo.payload.unsigned] }

    /// Whether it has the same content as another one, regardless of when each was signed.
    func agrees(with other: Self) -> Bool {
      content == other.content && planChanges == other.planChanges
        && signed.isSharedWithFamily == other.signed.isSharedWithFamily
        && transaction.error == other.transaction.error
        && renewalInfo.error == other.renewalInfo.error
    }
  }

  var latest: [Signed<TransactionPayload>] = []
  var subscriptions: [Subscription] = []
  var usedIntroductoryOffers: [String] = []
  /// The orders that wait or were not approved.
  var orders: [CustomerOrder] = []
  var sequence: Int64 = 0
}

extension TransactionPayload {
  /// Whether a family member pays for it.
  var isShared: Bool { inAppOwnershipType == .familyShared }
}

extension VerifiedPurchases {
  /// The subscriptions that the customer pays for.
  var ownSubscriptions: [Subscription] { subscriptions.filter { !$0.isShared } }

  /// The subscriptions that are new or whose content has changed.
  func subscriptions(changedSince old: VerifiedPurchases) -> [Subscription] {
    let known = Set(old.subscriptions.map(\.content))
    return subscriptions.filter { !known.contains($0.content) }
  }

  /// The products of new transactions; empty if nothing was known before.
  func products(arrivedSince old: VerifiedPurchases?) -> Set<String> {
    guard let old else { return [] }
    let known = Set(old.transactions.map(\.payload.transactionId))
    let arrived = transactions.filter { !known.contains($0.payload.transactionId) }
    return Set(arrived.map(\.payload.productId))
  }

  /// All transactions, newest first, each once.
  var transactions: [Signed<TransactionPayload>] {
    var seen: Set<TransactionID> = []
    return (latest + subscriptions.map(\.transaction))
      .filter { seen.insert($0.payload.transactionId).inserted }
      .sorted { $0.payload.transactionId > $1.payload.transactionId }
  }
}

extension VerifiedPurchases {
  /// The purchases as the store signed them, for the device to keep.
  var signed: CustomerPurchases {
    CustomerPurchases(
      latest: latest.map(\.jws), subscriptions: subscriptions.map(\.signed),
      usedIntroductoryOffers: usedIntroductoryOffers, orders: orders, sequence: sequence)
  }
}
