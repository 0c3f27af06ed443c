import AppStorePayloads
import StoreAPI

/// A transaction that answers an own order; it is unfinished only if it is new.
struct OwnPurchase: Equatable, Sendable {
  let signed: Signed<TransactionPayload>
  let isNew: Bool
  let key: OrderKey
}

extension CustomerState {
  /// An own order is about to be sent: until it ends, a new transaction of its product may be its
  /// result, and is not announced.
  mutating func beginOrder(_ key: OrderKey, product: String) -> [Action] {
    ordersInFlight.begin(key, product: product, after: purchases.transactions.first?.payload)
    return []
  }

  mutating func endOrder(_ key: OrderKey) -> [Action] {
    ordersInFlight.end(key).map(Action.announce)
  }

  /// An own order was answered with a transaction, which no update contains.
  mutating func sold(_ payload: TransactionPayload, isNew: Bool) -> [Action] {
    if isNew { ordersInFlight.sold(payload) }
    known.miss()
    return []
  }

  /// The store went away after an own purchase, before it answered with the purchases.
  mutating func soldWithoutPurchases(_ purchase: OwnPurchase) -> [Action] {
    known.include(purchase.signed)
    keepUnfinished(purchase)
    pending[purchase.key] = nil
    return [.keep(.purchase(purchase))]
  }

  /// The unfinished purchase of an earlier order has become known, and the purchases include it.
  mutating func recovered(_ purchase: OwnPurchase) -> [Action] {
    keepUnfinished(purchase)
    return keep(purchase, ending: [purchase.key])
  }

  /// The order waits for something else to happen; since when, and for what, only the purchases say.
  mutating func waits(_ key: OrderKey, product: String) -> [Action] {
    pending[key] = product
    return [.keep(.waiting(key)), .ask]
  }

  mutating func settled(_ key: OrderKey) -> [Action] {
    pending[key] = nil
    return [.keep(.settled(key))]
  }

  func orders(waitingFor products: Set<String>) -> [OrderKey] {
    pending.filter { products.contains($0.value) }.map(\.key)
  }
}
