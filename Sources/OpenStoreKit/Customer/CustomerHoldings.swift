import StoreAPI

/// A customer's holdings, decoded and verified.
struct CustomerHoldings: Equatable, Sendable {
  /// The latest period of one group.
  struct Subscription: Equatable, Sendable {
    let signed: SignedSubscription
    let transaction: Signed<TransactionPayload>
    let renewalInfo: Signed<RenewalInfoPayload>

    var groupID: String { signed.groupID }
    var planChanges: [PlanChange] { signed.planChanges ?? [] }

    /// What is said, whenever it was signed.
    var content: [AnyHashable] { [transaction.payload.unsigned, renewalInfo.payload.unsigned] }
  }

  var latest: [Signed<TransactionPayload>] = []
  var unfinished: [Signed<TransactionPayload>] = []
  var subscriptions: [Subscription] = []
  var usedIntroductoryOffers: [String] = []
  var sequence: Int64 = 0
}

extension CustomerHoldings {
  /// The subscriptions that say something else than they did, or nothing was said of before.
  func subscriptions(changedSince old: CustomerHoldings) -> [Subscription] {
    let known = Set(old.subscriptions.map(\.content))
    return subscriptions.filter { !known.contains($0.content) }
  }

  /// The products of transactions that are new; of those that can be delivered, when nothing was
  /// known before.
  func products(arrivedSince old: CustomerHoldings?) -> Set<String> {
    guard let old else { return Set(unfinished.map(\.payload.productId)) }
    let known = Set(old.transactions.map(\.payload.transactionId))
    let arrived = transactions.filter { !known.contains($0.payload.transactionId) }
    return Set(arrived.map(\.payload.productId))
  }

  /// Every transaction, newest first, each once.
  var transactions: [Signed<TransactionPayload>] {
    var seen: Set<TransactionID> = []
    return (latest + unfinished + subscriptions.map(\.transaction))
      .filter { seen.insert($0.payload.transactionId).inserted }
      .sorted { $0.payload.transactionId > $1.payload.transactionId }
  }
}

extension CustomerHoldings {
  /// What the store signed, for the device to keep.
  var signed: Holdings {
    Holdings(
      latest: latest.map(\.jws), unfinished: unfinished.map(\.jws),
      subscriptions: subscriptions.map(\.signed), usedIntroductoryOffers: usedIntroductoryOffers,
      sequence: sequence)
  }
}
