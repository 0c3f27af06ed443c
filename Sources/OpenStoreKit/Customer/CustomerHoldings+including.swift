import StoreAPI

// What the device enters by itself, until the store says it: a purchase after which the store was
// gone, and a transaction that has just been finished.
extension CustomerHoldings {
  /// The holdings with the answer to an order; one that sold nothing new adds nothing to deliver.
  func including(_ signed: Signed<TransactionPayload>, isNew: Bool) -> CustomerHoldings {
    var copy = self
    if signed.payload.type != .consumable { copy.latest.append(signed) }
    copy.latest = copy.latest.latestOfEachProduct
    if isNew, !isWaiting(signed.payload.transactionId) { copy.unfinished.append(signed) }
    return copy
  }
}

extension CustomerHoldings {
  /// Whether a transaction waits to be delivered.
  func isWaiting(_ id: TransactionID) -> Bool {
    unfinished.contains { $0.payload.transactionId == id }
  }
}

extension [Signed<TransactionPayload>] {
  /// Of each product its newest transaction, and the newest that stands: a pass that was bought
  /// before a revoked one still entitles.
  var latestOfEachProduct: Self {
    let (trusted, forged) = (filter(\.isVerified), filter { !$0.isVerified })
    let standing = trusted.filter { $0.payload.revocationDate == nil }
    // What cannot be trusted is kept beside what can, and never in its place.
    let kept = Set([trusted, standing, forged].flatMap(\.newest.values))
    return filter { kept.contains($0.jws) }
  }

  /// The newest transaction of each product, by the product's ID.
  private var newest: [String: String] {
    Dictionary(map { ($0.payload.productId, $0) }) { first, second in
      first.payload.transactionId > second.payload.transactionId ? first : second
    }.mapValues(\.jws)
  }
}

extension Holdings {
  /// What is known of a customer who was never asked for.
  static var none: Holdings {
    Holdings(
      latest: [], unfinished: [], subscriptions: [], usedIntroductoryOffers: [], sequence: 0)
  }

  /// As ``CustomerHoldings/including(_:isNew:)``.
  func including(_ signed: Signed<TransactionPayload>, isNew: Bool) -> Holdings {
    let id = signed.payload.transactionId
    var copy = self
    if signed.payload.type != .consumable { copy.latest = latest.without(id) + [signed.jws] }
    if isNew { copy.unfinished = unfinished.without(id) + [signed.jws] }
    return copy
  }

  func finishing(_ id: TransactionID) -> Holdings {
    var copy = self
    copy.unfinished = unfinished.without(id)
    return copy
  }
}

extension [String] {
  /// These signed transactions but for one.
  fileprivate func without(_ id: TransactionID) -> [String] {
    filter { (try? JWS($0).payload(as: TransactionPayload.self))?.transactionId != id }
  }
}
