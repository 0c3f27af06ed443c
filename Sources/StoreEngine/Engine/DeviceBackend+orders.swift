import AppStorePayloads
import Foundation
import StoreAPI

extension DeviceBackend {
  func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    let request = try await request()
    let order = order.placed(in: request.snapshot.settings.environment)
    let offer = try await request.saleOffer(
      order.offer, of: order.productID, appAccountToken: order.appAccountToken)
    let settled = try await decide(on: order.key, offer: offer, sells: true, request) {
      ledger, now throws(StoreError) in
      try ledger.purchase(
        order, offer: offer, at: now, in: request.catalogueSnapshot, device: request.device.number)
    }
    guard let result = try await result(settled.value, request, at: settled.time) else {
      preconditionFailure("a purchase that was not refused has an outcome")
    }
    return request.answer(result, at: settled.time)
  }

  func settle(_ key: OrderKey) async throws(StoreError) -> Answer<OrderResult?> {
    let request = try await request()
    let settled = try await decide(on: key, request) { ledger, _ in ledger.settleOrder(key) }
    return request.answer(
      try await result(settled.value, request, at: settled.time), at: settled.time)
  }

  /// Makes a decision about an order, and returns the order's outcome.
  private func decide(
    on key: OrderKey, offer: SaleOffer = .automatic, sells: Bool = false, _ request: DeviceRequest,
    rule: @escaping @Sendable (Ledger, Date) throws(StoreError) -> [LedgerEvent]
  ) async throws(StoreError) -> Answer<DecidedOrder> {
    let needs = LedgerNeeds(
      device: request.device.number, order: key, nonce: offer.nonce, offerCode: offer.codeText,
      terms: request.terms)
    return try await withCustomer { () throws(StoreError) in
      try await engine.transact(request.device.customer, needs: needs) {
        [engine, instance] ledger, settings throws(StoreError) in
        let wall = engine.machineTime
        if sells { try settings.checkClock(wall: wall) }
        let time = settings.time(wall: wall)
        let now = time.now
        var draft = LedgerDraft(ledger)
        draft.settle(until: now, in: request.catalogueSnapshot)
        draft.record(
          try rule(draft.ledger, now), at: now, by: instance, in: request.catalogueSnapshot)
        let decided = DecidedOrder(key, in: draft.ledger)
        return Decision(
          draft, at: now, value: Answer(decided, at: time))
      }
    }
  }

  private func result(
    _ decided: DecidedOrder, _ request: DeviceRequest, at time: StoreTime
  ) async throws(StoreError) -> OrderResult? {
    if decided.waits { return .pending }
    guard let outcome = decided.outcome else { return nil }
    let id = outcome.transactionID
    var transaction = decided.transaction
    if transaction == nil {
      transaction = try await engine.ledgers.transaction(id, of: request.device.customer)
    }
    guard let transaction else { throw .unknownTransaction(transactionID: id) }
    return .purchased(
      Purchase(
        signedTransaction: try request.signed(transaction, at: time.now),
        alreadyOwned: outcome.alreadyOwned, scheduled: outcome.scheduled,
        purchases: transaction.type == .consumable ? nil : await purchases(inEpoch: time.epoch)))
  }

  /// Returns the customer's purchases after the order's decision; `nil` if the device must ask for
  /// them.
  ///
  /// An error here does not change the order's outcome.
  private func purchases(inEpoch epoch: Int) async -> CustomerPurchases? {
    guard let request = try? await request(), request.snapshot.settings.epoch == epoch else {
      return nil
    }
    return try? await purchases(request)
  }
}

/// An order after a decision.
private struct DecidedOrder: Sendable {
  /// Whether nothing is decided yet.
  let waits: Bool
  /// `nil` if it waits or the key was closed.
  let outcome: OrderOutcome?
  /// The order's transaction if the decision's ledger has it; an old transaction is not loaded.
  let transaction: LedgerTransaction?

  init(_ key: OrderKey, in ledger: Ledger) {
    waits = ledger.waitingOrder(for: key) != nil
    outcome = ledger.outcome(of: key)
    transaction = outcome.flatMap { ledger.transactions[$0.transactionID] }
  }
}

extension Order {
  /// Returns the order as it counts in an environment: in production, no app simulates Ask to Buy.
  fileprivate func placed(in environment: StoreEnvironment) -> Order {
    var order = self
    if environment == .production { order.simulatesAskToBuy = nil }
    return order
  }
}
