import AppStorePayloads
import StoreAPI

/// A transaction that answers an own order; it is unfinished only if it is new.
struct OwnPurchase: Equatable, Sendable {
  let signed: Signed<TransactionPayload>
  let isNew: Bool
  let key: OrderKey
  /// Whether the app asked for the purchase; if not, its transaction is announced when its order ends: the
  /// store sends no update of what this instance has bought.
  var isOfApp = true
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
  ///
  /// - Parameters:
  ///   - purchase: The transaction and its order.
  ///   - answered: The purchases in the answer.
  /// - Returns: What must be done; `nil` if the store must be asked for the purchases.
  mutating func sold(
    _ purchase: OwnPurchase, with answered: AnsweredPurchases? = nil
  ) -> [Action]? {
    if purchase.isNew {
      if purchase.isOfApp {
        ordersInFlight.sold(purchase.signed.payload)
      } else {
        hold(purchase.signed)
      }
    }
    if let answered { return take(purchase, with: answered) }
    if isComplete(after: purchase) { return soldWithoutPurchases(purchase) }
    known.recordGap()
    return nil
  }

  private mutating func take(
    _ purchase: OwnPurchase, with answered: AnsweredPurchases
  ) -> [Action] {
    let actions = received(
      answered.purchases, at: answered.time, asked: answered.baseline, after: purchase)
    // Later purchases are known by now, and may lack this one.
    if answered.purchases.sequence < purchases.sequence { known.recordGap() }
    return actions
  }

  /// An earlier order is found to be sold, which no update contains.
  mutating func foundSold() -> [Action] {
    known.recordGap()
    return []
  }

  /// Whether an own purchase changes nothing of the known purchases: they have no consumables, and the
  /// orders that wait or were not approved are not of its product.
  private func isComplete(after purchase: OwnPurchase) -> Bool {
    let payload = purchase.signed.payload
    return known.state == .current && purchase.isNew && purchase.signed.isVerified
      && payload.type == .consumable
      && !purchases.orders.contains { $0.productID == payload.productId }
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
