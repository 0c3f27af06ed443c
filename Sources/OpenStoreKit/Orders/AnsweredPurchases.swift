import StoreAPI

/// The customer's purchases in the store's answer about an order.
struct AnsweredPurchases: Sendable {
  let purchases: VerifiedPurchases
  let time: StoreTime
  /// The state before the store was asked.
  let baseline: KnownPurchases.Baseline
}

extension StoreSession {
  var purchasesBaseline: KnownPurchases.Baseline { customer.withLock { $0.known.baseline } }

  /// Decodes and verifies the purchases in the result of an order; `nil` if it has none.
  func purchases(
    in result: OrderResult?, at time: StoreTime, asked baseline: KnownPurchases.Baseline
  ) async -> AnsweredPurchases? {
    guard case .purchased(let purchase) = result, let purchases = purchase.purchases else {
      return nil
    }
    return AnsweredPurchases(
      purchases: await reader.purchases(purchases), time: time, baseline: baseline)
  }
}
