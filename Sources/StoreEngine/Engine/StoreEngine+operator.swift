import Foundation
package import StoreAPI

extension StoreEngine: StoreOperator {
  /// The one place where a command becomes a rule's decision or a call of the storage.
  package func perform(
    _ command: OperatorCommand
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    switch command {
    case .clock: try await settled().answer(.done)
    case .setClock(let frozen): try await setClock(frozen: frozen)
    case .advance(let move): try await advance(move)
    case .transactions(let account): try await transactions(of: account)
    case .refund(let id): try await refund(id)
    case .expire(let subscription):
      try await decide(about: subscription) {
        $0.expire(at: $1)
      } result: {
        .expired(transaction: $0.transaction)
      }
    case .disableAutoRenew(let subscription):
      try await decide(about: subscription) { subscription, _ in
        subscription.disableAutoRenew()
      } result: {
        $0.renewal
      }
    case .enableAutoRenew(let subscription):
      try await decide(about: subscription) { subscription, _ in
        subscription.enableAutoRenew()
      } result: {
        $0.renewal
      }
    case .accounts: try await settled().answer(.accounts(list: try await ledgers.accounts()))
    case .addAccount(let credentials): try await addAccount(credentials)
    case .signOut(let account): try await signOut(account: account)
    case .removeDevice(let device, let account):
      try await removeDevice(device, account: account)
    case .reset: try await reset()
    }
  }
}

// What concerns all customers.
extension StoreEngine {
  private func setClock(frozen: Bool) async throws(StoreFault) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    return try await move(to: snapshot.now, frozen: frozen).snapshot.answer(.done)
  }

  private func advance(_ move: ClockMove) async throws(StoreFault) -> Answer<OperatorResult> {
    let start = try await settled()
    let target = try target(of: move, from: start.now)
    let (end, events) = try await self.move(to: target, frozen: nil)
    return end.answer(.advanced(from: start.now, to: end.now, events: events))
  }

  private func transactions(
    of account: String?
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    if let account { _ = try await self.account(named: account) }
    let snapshot = try await settled()
    let stored = try await ledgers.allTransactions(account: account)
    return snapshot.answer(.transactions(list: stored.map { $0.line(at: snapshot) }))
  }

  private func reset() async throws(StoreFault) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    return Answer(.done, at: try await ledgers.reset(at: snapshot.now).time(at: snapshot.now))
  }

  /// Moves the clock to `target`, past everything that is due until then, and freezes it or lets it
  /// run; with `nil` it stays as it is.
  ///
  /// The clock moves only when nothing is left, so a purchase made meanwhile is settled too. If
  /// another process has gone further meanwhile, the clock moves to there.
  private func move(
    to target: Date, frozen: Bool?
  ) async throws(StoreFault) -> (snapshot: StoreSnapshot, events: Int) {
    var events = 0
    while true {
      let settings = try await settings()
      let date = max(target, settings.lastNow)
      events += try await settle(until: date, settings)
      let clock = settings.clock.set(
        to: date, frozen: frozen ?? settings.clock.isFrozen, wall: wallClock())
      if let moved = try await ledgers.setClock(clock, at: date) {
        return (StoreSnapshot(settings: moved, now: date), events)
      }
    }
  }

  private func target(of move: ClockMove, from now: Date) throws(StoreFault) -> Date {
    let target =
      switch move {
      case .by(let duration): duration.added(to: now) ?? .distantFuture
      case .to(let date): date
      }
    guard target >= now else { throw .clockMovedBackwards(from: now, to: target) }
    guard signer.validity.contains(target) else {
      throw .clockBeyondCertificates(target, last: signer.validity.upperBound)
    }
    return target.wholeMilliseconds
  }
}

extension StoredTransaction {
  /// What the operator is shown of it.
  func line(at snapshot: StoreSnapshot) -> OperatorTransaction {
    let recipient = Recipient(
      bundleID: snapshot.settings.bundleID, appTransactionID: customer.appTransactionID,
      signedDate: snapshot.now)
    return OperatorTransaction(
      account: account, transaction: transaction.payload(for: recipient),
      isFinished: transaction.isFinished)
  }
}
