import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Buy: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.buy(purchase)
  }
}

// The operator buys for a customer.
extension StoreEngine {
  /// Makes the rule's decision, and settles what has become due since the date of the purchase.
  func buy(_ purchase: OperatorPurchase) async throws(StoreError) -> Answer<OperatorResult> {
    var purchase = purchase
    purchase.purchaseDate = purchase.purchaseDate?.wholeMilliseconds
    let snapshot = try await settled()
    guard let buyer = try await ledgers.buyer(named: purchase.account) else {
      throw .unknownAccount(name: purchase.account)
    }
    let outcome: OrderOutcome
    do throws(StoreError) {
      outcome = try await decide(purchase, for: buyer, snapshot)
    } catch {
      // The device was removed, or a reset has removed the customer, since the buyer was read.
      throw error == .unauthorized ? .buyerChanged : error
    }
    // A plan that was bought in the past renews like every other plan.
    let end = try await settled()
    guard let stored = try await ledgers.storedTransaction(outcome.transactionID) else {
      throw .unknownTransaction(transactionID: outcome.transactionID)
    }
    return end.answer(
      .bought(
        transaction: stored.operatorTransaction(at: end), alreadyOwned: outcome.alreadyOwned,
        scheduled: outcome.scheduled))
  }

  private func decide(
    _ purchase: OperatorPurchase, for buyer: Buyer, _ snapshot: StoreSnapshot
  ) async throws(StoreError) -> OrderOutcome {
    let terms = try await catalogueSnapshots.terms(
      at: purchase.purchaseDate ?? snapshot.now, snapshot.settings)
    let sale = OperatorSale(
      purchase: purchase, offer: try await unsigned(purchase.order.offer), terms: terms,
      catalogueSnapshot: try await catalogueSnapshots.snapshot(terms),
      device: buyer.devices.first, firstDate: signer.validity.lowerBound)
    return try await ledgers.transact(buyer.customer, needs: sale.needs) {
      [self] ledger, settings throws(StoreError) in
      try sale.decision(on: ledger, settings, wall: machineTime)
    }
  }
}

/// A purchase by the operator, with the terms of its date.
private struct OperatorSale: Sendable {
  let purchase: OperatorPurchase
  let offer: SaleOffer
  let terms: CatalogueTerms
  let catalogueSnapshot: CatalogueSnapshot
  /// The device that delivers fuel; `nil` if the customer has none.
  let device: Int64?
  /// The earliest date of any purchase.
  let firstDate: Date

  /// The terms of the past are not those of today, which storage compares.
  var needs: LedgerNeeds {
    LedgerNeeds(
      device: device, order: purchase.order.key, offerCode: offer.codeText,
      terms: purchase.purchaseDate == nil ? terms : nil)
  }

  /// Sells at the store's time; `wall` is the machine's.
  func decision(
    on ledger: Ledger, _ settings: StoreSettings, wall: MachineTime
  ) throws(StoreError) -> Decision<OrderOutcome> {
    try settings.checkClock(wall: wall)
    let now = settings.now(wall: wall)
    guard terms == CatalogueTerms(version: terms.version, settings),
      ledger.nextDue.map({ $0.date > now }) ?? true
    else { throw .termsChanged }
    var draft = LedgerDraft(ledger)
    let events = try ledger.purchase(
      purchase, offer: offer, since: firstDate, at: now, in: catalogueSnapshot, device: device)
    draft.record(events, at: purchase.purchaseDate ?? now, in: catalogueSnapshot)
    guard let outcome = draft.ledger.outcome(of: purchase.order.key) else {
      throw .orderKeyReused(key: purchase.order.key)
    }
    return Decision(draft, at: now, value: outcome)
  }
}

extension StoreEngine {
  /// Returns the offer of the operator's order, which needs no signature.
  private func unsigned(_ offer: OrderOffer?) async throws(StoreError) -> SaleOffer {
    switch offer {
    case .winBack(let id): return .winBack(id)
    case .promotional(let id, _), .promotionalJWS(let id, _): return .promotional(id)
    case .code(let text):
      guard let code = try await ledgers.offerCode(text) else {
        throw .unknownOfferCode(name: text)
      }
      return .code(code)
    case .introductoryOfferEligibility, nil: return .automatic
    }
  }
}

extension StoreError {
  /// A device of the customer was removed, or the store was reset; nothing was charged.
  fileprivate static let buyerChanged = StoreError.unavailable(
    reason: "the customer's devices have just changed: try again")
}
