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
  ///
  /// Of a product that several family members share, each one's: any of them may entitle.
  var latestOfEachProduct: Self {
    let (trusted, forged) = (filter(\.isVerified), filter { !$0.isVerified })
    let standing = trusted.filter { $0.payload.revocationDate == nil }
    // An untrusted transaction is kept beside a trusted one, and never replaces it.
    let kept = Set(
      trusted.newest(of: \.product) + standing.newest(of: \.purchase) + forged.newest(of: \.product)
    )
    return filter { kept.contains($0.jws) }
  }

  private func newest(of kind: (TransactionPayload) -> [String]) -> [String] {
    Dictionary(grouping: self) { kind($0.payload) }.values.compactMap { transactions in
      transactions.max { $0.payload.transactionId < $1.payload.transactionId }?.jws
    }
  }
}

extension TransactionPayload {
  /// The product, of the customer's own or of what family members share.
  fileprivate var product: [String] { [productId, inAppOwnershipType.rawValue] }
  /// The product, and whose it is.
  fileprivate var purchase: [String] {
    product + (isShared ? [originalTransactionId.description] : [])
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
