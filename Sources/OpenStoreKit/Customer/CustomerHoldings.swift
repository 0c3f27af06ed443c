import StoreAPI

/// A customer's holdings, read and judged.
struct CustomerHoldings: Sendable {
  /// The latest period of one group.
  struct Subscription: Sendable {
    let groupID: String
    let transaction: Signed<TransactionPayload>
    let renewalInfo: Signed<RenewalInfoPayload>
    var planChanges: [PlanChange] = []

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
  /// Reads every part; what cannot even be decoded is left out after `report`.
  init(
    _ holdings: Holdings, verifier: SignedDataVerifier, report: (SignatureFault) -> Void
  ) async {
    latest = await verifier.read(holdings.latest, report: report).latestOfEachProduct
    unfinished = await verifier.read(holdings.unfinished, report: report)
    for subscription in holdings.subscriptions {
      guard let read = await verifier.read(subscription, report: report) else { continue }
      subscriptions.append(read)
    }
    usedIntroductoryOffers = holdings.usedIntroductoryOffers
    sequence = holdings.sequence
  }

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

extension SignedDataVerifier {
  fileprivate func read(
    _ transactions: [String], report: (SignatureFault) -> Void
  ) async -> [Signed<TransactionPayload>] {
    var read: [Signed<TransactionPayload>] = []
    for jws in transactions {
      guard let signed = await self.read(jws, as: TransactionPayload.self, report: report)
      else { continue }
      read.append(signed)
    }
    return read
  }

  func read(
    _ subscription: SignedSubscription, report: (SignatureFault) -> Void
  ) async -> CustomerHoldings.Subscription? {
    guard
      let transaction = await read(
        subscription.signedTransaction, as: TransactionPayload.self, report: report),
      let renewalInfo = await read(
        subscription.signedRenewalInfo, as: RenewalInfoPayload.self, report: report)
    else { return nil }
    return CustomerHoldings.Subscription(
      groupID: subscription.groupID, transaction: transaction, renewalInfo: renewalInfo,
      planChanges: subscription.planChanges ?? [])
  }
}
