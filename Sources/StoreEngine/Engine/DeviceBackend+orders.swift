import Foundation
import StoreAPI

extension DeviceBackend {
  func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> {
    let visit = try await visit()
    let settled = try await decide(on: order.key, visit) { ledger, now throws(StoreFault) in
      try ledger.purchase(order, at: now, in: visit.market, device: visit.device.number)
    }
    guard let outcome = settled.value else {
      preconditionFailure("a purchase that was not refused has an outcome")
    }
    return Answer(try await result(outcome, visit, at: settled.time), at: settled.time)
  }

  func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> {
    let visit = try await visit()
    let settled = try await decide(on: key, visit) { ledger, _ in ledger.settleOrder(key) }
    guard let outcome = settled.value else { return Answer(nil, at: settled.time) }
    return Answer(try await result(outcome, visit, at: settled.time), at: settled.time)
  }

  /// Makes a decision about an order, and says what has become of it.
  private func decide(
    on key: OrderKey, _ visit: Visit,
    rule: @escaping @Sendable (Ledger, Date) throws(StoreFault) -> [LedgerEvent]
  ) async throws(StoreFault) -> Answer<OrderOutcome?> {
    try await engine.ledgers.transact(visit.device.customer, needs: LedgerNeeds(order: key)) {
      [engine, instance] ledger, settings throws(StoreFault) in
      let now = settings.now(wall: engine.wallClock())
      var draft = LedgerDraft(ledger)
      draft.settle(until: now, in: visit.market)
      draft.record(try rule(draft.ledger, now), at: now, by: instance)
      let outcome = Answer(draft.ledger.outcome(of: key), at: settings.time(at: now))
      return Decision(draft.changes, at: now, value: outcome)
    }
  }

  private func result(
    _ outcome: OrderOutcome, _ visit: Visit, at time: StoreTime
  ) async throws(StoreFault) -> OrderResult {
    let id = outcome.transactionID
    guard
      let transaction = try await engine.ledgers.transaction(id, of: visit.device.customer)
    else { throw .unknownTransaction(id) }
    return .purchased(
      Purchase(
        signedTransaction: try visit.signed(transaction, at: time.now),
        alreadyOwned: outcome.alreadyOwned, scheduled: outcome.scheduled))
  }
}
