import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Orders: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    let terms = try await store.catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    let catalogueSnapshot = try await store.catalogueSnapshots.snapshot(terms)
    let waiting = try await store.ledgers.waitingOrders()
    var customers: [CustomerNumber: Ledger] = [:]
    for customer in Set(waiting.map(\.customer)) {
      customers[customer] = try await store.ledger(of: customer)
    }
    let list = waiting.compactMap { stored in
      customers[stored.customer].map {
        stored.operatorOrder(in: $0, at: snapshot.now, catalogueSnapshot)
      }
    }
    return snapshot.answer(.orders(list: list))
  }
}

// The operator's commands for orders that wait.
extension StoreEngine {
  /// `nil` if a reset has removed the customer since.
  fileprivate func ledger(of customer: CustomerNumber) async throws(StoreError) -> Ledger? {
    do throws(StoreError) {
      return try await ledgers.ledger(of: customer, needs: LedgerNeeds())
    } catch .unauthorized {
      return nil
    }
  }

  /// Settles everything that is due for the order's customer, and makes the rule's decision.
  func decide(
    _ control: some LedgerRule & OrderControl
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    guard let stored = try await ledgers.waitingOrder(control.orderID) else {
      throw .orderNotWaiting(orderID: control.orderID)
    }
    do throws(StoreError) {
      return try await decide(control, about: stored, snapshot)
    } catch .unauthorized {
      // A reset has removed the customer since the order was read.
      throw .orderNotWaiting(orderID: control.orderID)
    }
  }

  private func decide(
    _ control: some LedgerRule, about stored: StoredOrder, _ snapshot: StoreSnapshot
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let terms = try await catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    let catalogueSnapshot = try await catalogueSnapshots.snapshot(terms)
    return try await decide(
      about: stored.customer, needs: LedgerNeeds(terms: terms), in: catalogueSnapshot
    ) { draft, snapshot throws(StoreError) in
      draft.record(
        try control.events(in: draft.ledger, at: snapshot.now, snapshot: catalogueSnapshot),
        at: snapshot.now, in: catalogueSnapshot)
      return snapshot.answer(stored.result(in: draft.ledger, snapshot))
    }
  }
}

extension StoredOrder {
  /// The order as the operator's list shows it, with its present charge.
  fileprivate func operatorOrder(
    in ledger: Ledger, at now: Date, _ catalogueSnapshot: CatalogueSnapshot
  ) -> OperatorOrder {
    var listed = operatorOrder(in: ledger)
    if let quote = ledger.quote(order, at: now, in: catalogueSnapshot) {
      (listed.charge, listed.currency) = (quote.charge, quote.currency)
    }
    return listed
  }

  private func operatorOrder(in ledger: Ledger) -> OperatorOrder {
    OperatorOrder(
      id: order.number, account: account, productID: order.request.productID,
      quantity: order.request.quantity, cause: order.cause, date: order.date,
      isShared: ledger.isShared(order.request.productID) ? true : nil)
  }

  /// Returns the order's outcome.
  fileprivate func result(in ledger: Ledger, _ snapshot: StoreSnapshot) -> OperatorResult {
    guard let outcome = ledger.outcome(of: order.key) else {
      return .orderDeclined(order: operatorOrder(in: ledger))
    }
    let transaction = StoredTransaction(
      ledger.current(outcome.transactionID), in: ledger, account: account)
    return .orderSold(
      order: operatorOrder(in: ledger),
      transaction: transaction.operatorTransaction(at: snapshot),
      alreadyOwned: outcome.alreadyOwned, scheduled: outcome.scheduled)
  }
}
