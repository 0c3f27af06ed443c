import StoreAPI

// What the device adds by itself until the store's holdings include it: a purchase after which the
// store went away.
extension CustomerHoldings {
  /// Returns the holdings with the transaction of an order.
  func including(_ signed: Signed<TransactionPayload>) -> CustomerHoldings {
    var copy = self
    if signed.payload.type != .consumable { copy.latest.append(signed) }
    copy.latest = copy.latest.latestOfEachProduct
    return copy
  }
}

extension [Signed<TransactionPayload>] {
  /// The newest transaction of each product, and the newest that was not revoked: a pass that was
  /// bought before a revoked one still entitles.
  var latestOfEachProduct: Self {
    let (trusted, forged) = (filter(\.isVerified), filter { !$0.isVerified })
    let standing = trusted.filter { $0.payload.revocationDate == nil }
    // An untrusted transaction is kept beside a trusted one, and never replaces it.
    let kept = Set([trusted, standing, forged].flatMap(\.newest))
    return filter { kept.contains($0.jws) }
  }

  /// The newest transaction of each product, of the customer's own and of what family members share.
  private var newest: [String] {
    Dictionary(grouping: self) {
      [$0.payload.productId, $0.payload.inAppOwnershipType.rawValue]
    }.values.compactMap { transactions in
      transactions.max { $0.payload.transactionId < $1.payload.transactionId }?.jws
    }
  }
}

extension Holdings {
  /// The holdings before the store was ever asked.
  static var none: Holdings {
    Holdings(latest: [], subscriptions: [], usedIntroductoryOffers: [], sequence: 0)
  }

  /// As ``CustomerHoldings/including(_:)``.
  func including(_ signed: Signed<TransactionPayload>) -> Holdings {
    guard signed.payload.type != .consumable else { return self }
    var copy = self
    copy.latest = latest.without(signed.payload.transactionId) + [signed.jws]
    return copy
  }
}

extension [String] {
  /// These signed transactions without one.
  fileprivate func without(_ id: TransactionID) -> [String] {
    filter { (try? JWS($0).payload(as: TransactionPayload.self))?.transactionId != id }
  }
}
