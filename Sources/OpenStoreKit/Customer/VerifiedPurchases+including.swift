import AppStorePayloads
import StoreAPI

// The changes that the device adds itself until the store's purchases include them: a purchase
// after which the store went offline.
extension VerifiedPurchases {
  /// Returns the purchases with the transaction of an order.
  func including(_ signed: Signed<TransactionPayload>) -> VerifiedPurchases {
    var copy = self
    if signed.payload.type != .consumable { copy.latest.append(signed) }
    copy.forgetEarlier()
    return copy
  }
}

extension VerifiedPurchases {
  /// Forgets transactions that the store does not count among the latest ones either.
  ///
  /// Keeps the newest transaction of each product and the latest period of each subscription.
  ///
  /// For a product that is bought once, it also keeps the newest transaction that was not revoked:
  /// a pass that was bought before a revoked one still entitles. It keeps each family member's car
  /// as well.
  mutating func forgetEarlier() {
    let periods = Set(subscriptions.map(\.transaction.payload.transactionId))
    let (trusted, forged) = (latest.filter(\.isVerified), latest.filter { !$0.isVerified })
    let standing = trusted.filter {
      $0.payload.revocationDate == nil && $0.payload.type != .autoRenewable
    }
    // An untrusted transaction is kept beside a trusted one, and never replaces it.
    let kept = Set(
      trusted.newest(of: \.productId) + standing.newest(of: \.purchase)
        + forged.newest(of: \.productId))
    latest.removeAll { !kept.contains($0.jws) && !periods.contains($0.payload.transactionId) }
  }
}

extension [Signed<TransactionPayload>] {
  fileprivate func newest<Kind: Hashable>(of kind: (TransactionPayload) -> Kind) -> [String] {
    Dictionary(grouping: self) { kind($0.payload) }.values.compactMap { transactions in
      transactions.max { $0.payload.transactionId < $1.payload.transactionId }?.jws
    }
  }
}

extension TransactionPayload {
  /// The product, and which family member shares it.
  fileprivate var purchase: [String] {
    isShared ? [productId, originalTransactionId.description] : [productId]
  }
}

extension CustomerPurchases {
  /// The purchases before the store was ever asked.
  static var none: CustomerPurchases {
    CustomerPurchases(latest: [], subscriptions: [], usedIntroductoryOffers: [], sequence: 0)
  }

  /// As ``VerifiedPurchases/including(_:)``.
  func including(_ signed: Signed<TransactionPayload>) -> CustomerPurchases {
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
