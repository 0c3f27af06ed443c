package import AppStorePayloads
package import Foundation
package import StoreAPI

// Orders that wait. Invariants; the tests name their numbers:
//
//             ┌── 3 approved, resolved ──► settled
//   waiting ──┼── 4 declined ────────────► closed
//             ├── 5 lapsed ──────────────► closed
//             └── 7 sold by another ─────► settled
//
//  1. An order that waits charges nothing, and has a number that no transaction has.
//  2. A second order of a product that waits does not wait itself: its key has the fate of the first.
//     Each order of a consumable waits.
//  3. An order is sold at the terms of the time at which its wait ends. If it cannot be sold, it goes
//     on waiting.
//  4. A declined order makes no transaction. An interrupted one can be declined too: its customer does
//     not take the step.
//  5. An order that nobody approves lapses after 24 hours, at that time. An interrupted one does not.
//  6. An order for something that the customer owns does not wait. What a family member shares with them
//     they do not own: the order waits, and if it is approved, they pay for it.
//  7. An order of a product no longer waits when another order of the customer has got it, as
//     after Ask to Buy was turned off, or has scheduled its plan: then it is settled as scheduled too.
//     Orders of consumables go on waiting.
extension Ledger {
  /// Sells an order that waits for approval, at `now`'s terms.
  ///
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: The errors of ``StoreOperatorAPI/OperatorCommand/Approve``; then the order goes on
  ///   waiting.
  package func approve(
    _ number: TransactionID, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    try sell(waitingOrder(number, because: .askToBuy), at: now, in: snapshot)
  }

  /// Returns what an order that waits would do and cost if its wait ended at `now`; `nil` if it could not
  /// be sold.
  package func quote(_ waiting: WaitingOrder, at now: Date, in snapshot: CatalogueSnapshot)
    -> Quote?
  {
    try? quote(
      waiting.request.productID, quantity: waiting.request.quantity, offer: waiting.offer, at: now,
      in: snapshot)
  }

  /// Sells an interrupted order, at `now`'s terms.
  ///
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: The errors of ``StoreOperatorAPI/OperatorCommand/Resolve``; then the order goes on
  ///   waiting.
  package func resolve(
    _ number: TransactionID, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    try sell(waitingOrder(number, because: .interrupted), at: now, in: snapshot)
  }

  /// Declines an order that waits for approval, or for a step that its customer does not take.
  ///
  /// - Throws: ``StoreAPI/StoreError/orderNotWaiting(orderID:)``.
  package func decline(_ number: TransactionID) throws(StoreError) -> [LedgerEvent] {
    guard waitingOrders[number] != nil else { throw .orderNotWaiting(orderID: number) }
    return [.orderDeclined(number: number)]
  }

  private func waitingOrder(
    _ number: TransactionID, because cause: WaitingCause
  ) throws(StoreError) -> WaitingOrder {
    guard let order = waitingOrders[number], order.cause == cause else {
      throw .orderNotWaiting(orderID: number)
    }
    return order
  }

  /// Returns the events that end the waits of other orders of the product that an order has got.
  ///
  /// Nothing is charged for them: the customer has what they asked for, or has it from the next period.
  func endedWaits(by order: Order, _ outcome: OrderOutcome) -> [LedgerEvent] {
    var outcome = outcome
    outcome.alreadyOwned = !outcome.scheduled
    return waitingOrders.values
      .filter { $0.key != order.key && $0.includes(order.productID) }
      .map { .orderSettled(key: $0.key, request: $0.request, outcome: outcome) }
  }

  /// Returns the order that waits under a key, or under the key of the order that it repeats.
  package func waitingOrder(for key: OrderKey) -> WaitingOrder? {
    let original = if case .repeated(let original) = orders[key] { original } else { key }
    return waitingOrders.values.first { $0.key == original }
  }

  /// Returns the event by which a new order begins to wait.
  func wait(
    _ order: Order, for cause: WaitingCause, offer: SaleOffer, _ product: StoreProduct,
    at now: Date, device: Int64
  ) -> LedgerEvent {
    if let first = waitingOrders.values.first(where: { $0.includes(product.id) }) {
      return .orderRepeated(key: order.key, original: first.key)
    }
    let isAllowed: Bool? =
      if case .introductory(let isAllowed, _) = offer { isAllowed } else { nil }
    return .orderWaits(
      order: WaitingOrder(
        number: nextTransactionID, key: order.key, request: OrderRequest(order),
        isIntroductoryOfferAllowed: isAllowed, type: product.type, cause: cause, date: now,
        device: device))
  }
}
