import Foundation
package import StoreAPI

extension StoreEngine: StoreOperator {
  package func clock() async throws(StoreFault) -> StoreTime {
    try await settled().time
  }

  package func setClock(frozen: Bool) async throws(StoreFault) -> StoreTime {
    let snapshot = try await settled()
    return try await move(to: snapshot.now, frozen: frozen).snapshot.time
  }

  package func advance(_ move: ClockMove) async throws(StoreFault) -> Answer<ClockAdvance> {
    let start = try await settled()
    let target = try target(of: move, from: start.now)
    let (end, events) = try await self.move(to: target, frozen: nil)
    return end.answer(ClockAdvance(from: start.now, to: end.now, events: events))
  }

  package func transactions(
    account: String?
  ) async throws(StoreFault) -> Answer<[OperatorTransaction]> {
    if let account, try await ledgers.account(named: account) == nil {
      throw .unknownAccount(account)
    }
    let snapshot = try await settled()
    let stored = try await ledgers.allTransactions(account: account)
    return snapshot.answer(stored.map { $0.line(at: snapshot) })
  }

  package func reset() async throws(StoreFault) -> StoreTime {
    let snapshot = try await settled()
    return try await ledgers.reset(at: snapshot.now).time(at: snapshot.now)
  }

  /// Moves the clock to `target`, past everything that is due until then, and freezes it or lets it
  /// run; with `nil` it stays as it is.
  ///
  /// The clock moves only when nothing is left, so a purchase made meanwhile is settled too. Where
  /// another process has gone further meanwhile, it moves to there.
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
