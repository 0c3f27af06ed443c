import AppStorePayloads
import StoreAPI

/// The purchases of this run, and its orders without a result.
struct OrdersInFlight: Sendable {
  /// Transactions that this run's own purchases returned.
  private var bought: Set<TransactionIdentity> = []
  private var orders: [OrderKey: OrderInFlight] = [:]

  /// Whether neither this run bought a transaction, nor an order may have bought it.
  func isExternal(_ payload: TransactionPayload) -> Bool {
    !bought.contains(payload.identity) && order(thatMayHaveSold: payload) == nil
  }

  /// Keeps the last state of a transaction that an order may have bought, until that order ends.
  mutating func hold(_ signed: Signed<TransactionPayload>) {
    let payload = signed.payload
    guard !bought.contains(payload.identity), let key = order(thatMayHaveSold: payload) else {
      return
    }
    orders[key]?.held[payload.transactionId] = signed
  }

  /// An order for a product is about to be sent; its result has a greater ID than `last`.
  mutating func begin(_ key: OrderKey, product: String, after last: TransactionPayload?) {
    orders[key] = OrderInFlight(productID: product, last: last?.transactionId)
  }

  /// An order has returned this transaction.
  mutating func sold(_ payload: TransactionPayload) { bought.insert(payload.identity) }

  /// An order has ended.
  ///
  /// - Returns: The transactions that were kept until now and are not its result, oldest first.
  ///   Those that another order may have bought are kept until that order ends.
  mutating func end(_ key: OrderKey) -> [Signed<TransactionPayload>] {
    let held = orders.removeValue(forKey: key)?.held.values.sorted {
      $0.payload.transactionId < $1.payload.transactionId
    }
    for signed in held ?? [] { hold(signed) }
    return (held ?? []).filter { isExternal($0.payload) }
  }

  private func order(thatMayHaveSold payload: TransactionPayload) -> OrderKey? {
    orders.first { $0.value.mayHaveSold(payload) }?.key
  }
}

/// An order that has no result yet.
private struct OrderInFlight {
  let productID: String
  /// The last transaction that was known before it was sent; the result has a greater ID.
  let last: TransactionID?
  /// The transactions that can be its result, each in its last state.
  var held: [TransactionID: Signed<TransactionPayload>] = [:]

  func mayHaveSold(_ payload: TransactionPayload) -> Bool {
    payload.productId == productID && payload.transactionReason == .purchase
      && last.map { payload.transactionId > $0 } ?? true
  }
}
