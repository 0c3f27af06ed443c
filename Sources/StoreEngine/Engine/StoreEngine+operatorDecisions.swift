import Foundation
package import StoreAPI

// What the operator does to single transactions and subscriptions.
extension StoreEngine {
  package func refund(_ id: TransactionID) async throws(StoreFault) -> Answer<Refund> {
    let snapshot = try await settled()
    guard let found = try await ledgers.storedTransaction(id) else { throw .unknownTransaction(id) }
    do throws(StoreFault) {
      let decision = try await decide(
        about: found.customer, needs: .init(transaction: id), snapshot
      ) {
        ledger, now throws(StoreFault) in try ledger.refund(id, at: now)
      }
      let line = decision.line(of: id, account: found.account)
      return decision.snapshot.answer(Refund(transaction: line, amount: decision.refund))
    } catch .unauthorized {
      // A reset took the customer away meanwhile, and the transaction with it.
      throw .unknownTransaction(id)
    }
  }

  package func expire(
    _ productID: String, account: String?
  ) async throws(StoreFault) -> Answer<OperatorTransaction> {
    let snapshot = try await settled()
    let subscriber = try await subscriber(to: productID, account: account)
    do throws(StoreFault) {
      let decision = try await decide(about: subscriber.customer, needs: LedgerNeeds(), snapshot) {
        ledger, now throws(StoreFault) in try ledger.expire(productID, at: now)
      }
      return decision.snapshot.answer(
        decision.line(of: decision.ended, account: subscriber.account))
    } catch .unauthorized, .notSubscribed {
      // It ended by itself meanwhile, or by a reset.
      throw .notSubscribed(productID, account: account)
    }
  }

  private func subscriber(
    to productID: String, account: String?
  ) async throws(StoreFault) -> Subscriber {
    if let account, try await ledgers.account(named: account) == nil {
      throw .unknownAccount(account)
    }
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

  /// Lets a rule decide about a customer, for whom everything due has happened, in the store's name.
  private func decide(
    about customer: CustomerNumber, needs: LedgerNeeds, _ snapshot: StoreSnapshot,
    rule: @escaping @Sendable (Ledger, Date) throws(StoreFault) -> [LedgerEvent]
  ) async throws(StoreFault) -> OperatorDecision {
    let market = try await markets.market(at: snapshot.now, snapshot.settings)
    return try await ledgers.transact(customer, needs: needs) {
      [wallClock] ledger, settings throws(StoreFault) in
      let now = settings.now(wall: wallClock())
      var draft = LedgerDraft(ledger)
      draft.settle(until: now, in: market)
      let events = try rule(draft.ledger, now)
      draft.record(events, at: now)
      let snapshot = StoreSnapshot(settings: settings, now: now)
      return Decision(
        draft.changes, at: now,
        value: OperatorDecision(events: events, ledger: draft.ledger, snapshot: snapshot))
    }
  }
}

/// What a rule decided, and the ledger and the moment afterwards.
private struct OperatorDecision {
  let events: [LedgerEvent]
  let ledger: Ledger
  let snapshot: StoreSnapshot

  /// What was given back.
  var refund: Decimal {
    events.reduce(0) { sum, event in
      guard case .refunded(_, let amount, _) = event else { return sum }
      return sum + amount
    }
  }

  /// The transaction of the period that was ended.
  var ended: TransactionID {
    for case .cutShort(let groupID, _) in events {
      if let subscription = ledger.subscriptions[groupID] { return subscription.transactionID }
    }
    preconditionFailure("no period was ended")
  }

  func line(of id: TransactionID, account: String) -> OperatorTransaction {
    StoredTransaction(
      account: account, customer: ledger.customer, transaction: ledger.current(id)
    ).line(at: snapshot)
  }
}
