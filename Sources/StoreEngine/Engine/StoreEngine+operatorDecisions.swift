import Foundation
import StoreAPI

// The operator's commands for single transactions and subscriptions.
extension StoreEngine {
  func refund(_ id: TransactionID) async throws(StoreFault) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    let stored = try await storedTransaction(id)
    do throws(StoreFault) {
      let decision = try await decide(
        about: stored.customer, of: stored.account, needs: .init(transaction: id), snapshot
      ) { ledger, now throws(StoreFault) in (try ledger.refund(id, at: now), about: id) }
      return decision.snapshot.answer(
        .refunded(transaction: decision.transaction, amount: decision.refund))
    } catch .unauthorized {
      // A reset has removed the customer and the transaction since they were read.
      throw .unknownTransaction(id)
    }
  }

  /// Makes a rule's decision about an active subscription, and returns the result for the operator.
  func decide(
    about reference: SubscriptionReference,
    rule: @escaping @Sendable (Subscription, Date) -> [LedgerEvent],
    result: (OperatorDecision) -> OperatorResult
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    let subscriber = try await subscriber(reference)
    do throws(StoreFault) {
      let decision = try await decide(
        about: subscriber.customer, of: subscriber.account, needs: reference.needs, snapshot
      ) { ledger, now throws(StoreFault) in
        let subscription = try ledger.activeSubscription(reference)
        return (rule(subscription, now), about: subscription.transactionID)
      }
      return decision.snapshot.answer(result(decision))
    } catch .unauthorized {
      // A reset has removed the customer since the subscription was read.
      throw reference.notFound
    }
  }

  private func subscriber(
    _ reference: SubscriptionReference
  ) async throws(StoreFault) -> Subscriber {
    switch reference {
    case .product(let productID, let account):
      return try await subscriber(to: productID, account: account)
    case .transaction(let id):
      let stored = try await storedTransaction(id)
      return Subscriber(account: stored.account, customer: stored.customer)
    }
  }

  private func subscriber(
    to productID: String, account: String?
  ) async throws(StoreFault) -> Subscriber {
    if let account { _ = try await self.account(named: account) }
    let all = try await ledgers.subscribers(to: productID)
    let meant = all.filter { account == nil || $0.account == account }
    guard let subscriber = meant.first else {
      throw .notSubscribed(productID, account: account)
    }
    guard meant.count == 1 else {
      throw .severalSubscribers(productID, accounts: meant.map(\.account))
    }
    return subscriber
  }

  private func storedTransaction(
    _ id: TransactionID
  ) async throws(StoreFault) -> StoredTransaction {
    guard let stored = try await ledgers.storedTransaction(id) else {
      throw .unknownTransaction(id)
    }
    return stored
  }

  /// Settles everything that is due for a customer, and makes a rule's decision.
  private func decide(
    about customer: CustomerNumber, of account: String, needs: LedgerNeeds,
    _ snapshot: StoreSnapshot,
    rule:
      @escaping @Sendable (
        Ledger, Date
      ) throws(StoreFault) -> (events: [LedgerEvent], about: TransactionID)
  ) async throws(StoreFault) -> OperatorDecision {
    let market = try await markets.market(at: snapshot.now, snapshot.settings)
    return try await ledgers.transact(customer, needs: needs) {
      [wallClock] ledger, settings throws(StoreFault) in
      let now = settings.now(wall: wallClock())
      var draft = LedgerDraft(ledger)
      draft.settle(until: now, in: market)
      let (events, id) = try rule(draft.ledger, now)
      draft.record(events, at: now)
      let decision = OperatorDecision(
        events: events, ledger: draft.ledger, account: account, transactionID: id,
        snapshot: StoreSnapshot(settings: settings, now: now))
      return Decision(draft, at: now, value: decision)
    }
  }
}

/// A rule's decision about a transaction or its subscription, and the ledger afterwards.
struct OperatorDecision {
  let events: [LedgerEvent]
  let ledger: Ledger
  let account: String
  let transactionID: TransactionID
  let snapshot: StoreSnapshot

  /// The refunded amount.
  var refund: Decimal {
    events.reduce(0) { sum, event in
      guard case .refunded(_, let amount, _) = event else { return sum }
      return sum + amount
    }
  }

  /// The result that shows whether the transaction's subscription will renew, and as which plan.
  var renewal: OperatorResult {
    let groupID = ledger.current(transactionID).period?.groupID
    let subscription = groupID.flatMap { ledger.subscriptions[$0] }
    let next = subscription?.willAutoRenew == true ? subscription?.autoRenewPreference : nil
    return .renewal(transaction: transaction, autoRenewProductID: next)
  }

  var transaction: OperatorTransaction {
    StoredTransaction(
      account: account, customer: ledger.customer, transaction: ledger.current(transactionID)
    ).line(at: snapshot)
  }
}

extension SubscriptionReference {
  /// The entries of the customer's ledger that a decision about the subscription needs.
  fileprivate var needs: LedgerNeeds {
    switch self {
    case .product: LedgerNeeds()
    case .transaction(let id): LedgerNeeds(transaction: id)
    }
  }

  /// The fault if there is no such subscription any more.
  fileprivate var notFound: StoreFault {
    switch self {
    case .product(let productID, let account): .notSubscribed(productID, account: account)
    case .transaction(let id): .unknownTransaction(id)
    }
  }
}
