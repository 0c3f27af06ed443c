import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

// The operator's commands for single transactions and subscriptions.
extension StoreEngine {
  /// Performs a command that concerns a transaction, or a subscription by one of its transactions or
  /// by its plan.
  ///
  /// `find` returns the transaction that it concerns, or the one of its subscription's current or last
  /// period; it is called after ``LedgerRule/events(in:at:catalogue:)``.
  func decide(
    _ control: some LedgerRule, about reference: SubscriptionReference,
    find: @escaping @Sendable (Ledger) throws(StoreError) -> TransactionID
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    let subscriber = try await subscriber(reference)
    do throws(StoreError) {
      return try await decide(control, reference.needs, of: subscriber, snapshot, find)
    } catch .unauthorized {
      // A reset has removed the customer since the subscriber was read.
      throw reference.notFound
    } catch .notSubscribed(let productID, _) {
      throw .notSubscribed(productID: productID, account: subscriber.account)
    }
  }

  private func subscriber(
    _ reference: SubscriptionReference
  ) async throws(StoreError) -> Subscriber {
    switch reference {
    case .product(let productID, let account):
      return try await subscriber(to: productID, account: account)
    case .transaction(let id):
      guard let stored = try await ledgers.storedTransaction(id) else {
        throw .unknownTransaction(transactionID: id)
      }
      return Subscriber(account: stored.account, customer: stored.customer)
    }
  }

  private func subscriber(
    to productID: String, account: String?
  ) async throws(StoreError) -> Subscriber {
    if let account { _ = try await self.account(named: account) }
    let all = try await ledgers.subscribers(to: productID)
    let matching = all.filter { account == nil || $0.account == account }
    guard let subscriber = matching.first else {
      throw .notSubscribed(productID: productID, account: account)
    }
    guard matching.count == 1 else {
      throw .severalSubscribers(productID: productID, accounts: matching.map(\.account))
    }
    return subscriber
  }

  /// Settles everything that is due for the customer, and makes the rule's decision.
  private func decide<Control: LedgerRule>(
    _ control: Control, _ needs: LedgerNeeds, of subscriber: Subscriber, _ snapshot: StoreSnapshot,
    _ find: @escaping @Sendable (Ledger) throws(StoreError) -> TransactionID
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let terms = try await catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    let catalogueSnapshot = try await catalogueSnapshots.snapshot(terms)
    var needs = needs
    needs.terms = terms
    return try await decide(
      about: subscriber.customer, needs: needs, in: catalogueSnapshot,
      checksClock: !Control.isQuestion
    ) { draft, snapshot throws(StoreError) in
      let events = try control.events(
        in: draft.ledger, at: snapshot.now, snapshot: catalogueSnapshot)
      let before = draft.ledger.current(try find(draft.ledger))
      draft.record(events, at: snapshot.now, in: catalogueSnapshot)
      let decision = OperatorDecision(
        events: events, before: before, ledger: draft.ledger, account: subscriber.account,
        snapshot: snapshot, catalogueSnapshot: catalogueSnapshot)
      return snapshot.answer(decision.result(Control.result))
    }
  }
}

/// A rule's decision about a transaction or its subscription, and the ledger afterwards.
private struct OperatorDecision {
  let events: [LedgerEvent]
  /// The transaction that it concerns, before the decision.
  let before: LedgerTransaction
  let ledger: Ledger
  let account: String
  let snapshot: StoreSnapshot
  let catalogueSnapshot: CatalogueSnapshot

  func result(_ name: OperatorResult.Name) -> OperatorResult {
    switch name {
    case .refunded: .refunded(transaction: listed(transactionID), amount: movedAmount)
    case .refundDeclined: .refundDeclined(transaction: listed(transactionID))
    case .refundReversed:
      .refundReversed(transaction: listed(transactionID), amount: movedAmount)
    case .deleted: .deleted(transaction: listed(before))
    case .expired: .expired(transaction: listed(transactionID))
    case .renewal:
      .renewal(transaction: listed(transactionID), autoRenewProductID: autoRenewProductID)
    case .subscription: subscriptionResult
    default: preconditionFailure("a decision about the ledger has no result \(name)")
    }
  }

  private var transactionID: TransactionID { before.id }

  /// The amount that was refunded, or charged again.
  private var movedAmount: Decimal {
    events.reduce(0) { sum, event in
      switch event {
      case .refunded(_, let amount, _), .refundReversed(_, let amount): sum + amount
      default: sum
      }
    }
  }

  /// The product of the next period; `nil` if the transaction's subscription will not renew.
  private var autoRenewProductID: String? {
    subscription.willAutoRenew ? subscription.autoRenewPreference : nil
  }

  private var subscriptionResult: OperatorResult {
    let latest = stored(ledger.current(subscription.transactionID))
      .operatorSubscription(subscription, at: snapshot, in: catalogueSnapshot)
    return .subscription(
      transaction: latest.transaction, renewalInfo: latest.renewalInfo, status: latest.status)
  }

  /// The subscription after the decision; the command has found it.
  private var subscription: Subscription {
    guard let subscription = ledger.subscription(of: ledger.current(transactionID)) else {
      preconditionFailure("transaction \(transactionID) has no subscription")
    }
    return subscription
  }

  /// Returns a transaction after the decision, as the operator's list shows it.
  private func listed(_ id: TransactionID) -> OperatorTransaction { listed(ledger.current(id)) }

  private func listed(_ transaction: LedgerTransaction) -> OperatorTransaction {
    stored(transaction).operatorTransaction(at: snapshot)
  }

  private func stored(_ transaction: LedgerTransaction) -> StoredTransaction {
    StoredTransaction(transaction, in: ledger, account: account)
  }
}

extension SubscriptionReference {
  /// The entries of the customer's ledger that a decision about the subscription needs.
  fileprivate var needs: LedgerNeeds {
    switch self {
    case .product: LedgerNeeds()
    case .transaction(let id): LedgerNeeds(transactions: [id])
    }
  }

  /// The error if the subscription no longer exists.
  fileprivate var notFound: StoreError {
    switch self {
    case .product(let productID, let account):
      .notSubscribed(productID: productID, account: account)
    case .transaction(let id): .unknownTransaction(transactionID: id)
    }
  }
}
