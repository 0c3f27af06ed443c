import AppStorePayloads
import Foundation
package import StoreAPI
package import StoreOperatorAPI

extension StoreEngine: StoreOperator {
  /// Performs a command by its control's ``ControlRule``, or changes the rules that its control sets.
  package func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    if let control = command.control as? any StoreRulesControl {
      return try await change { control.apply(to: &$0.rules) }
    }
    guard let control = command.control as? any ControlRule else {
      preconditionFailure("\(command.name) has no rule")
    }
    return try await control.perform(by: OperatorCall(store: self, progress: progress))
  }
}

extension OperatorCommand.Clock: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.settled().answer(.done())
  }
}

extension OperatorCommand.SetClock: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.settlements.run { () throws(StoreError) in
      let start = try await store.begin()
      return try await store.move(to: start.now, frozen: frozen).snapshot.answer(.done())
    }
  }
}

extension OperatorCommand.AcceptClock: ControlRule {
  /// Moves the store's clock to the time to which the machine's clock has jumped.
  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult> {
    try await call.store.settlements.run { () throws(StoreError) in
      guard let jump = try await call.store.time().jump else {
        let (now, before) = try await call.store.begin()
        let snapshot = try await call.store.unsettled()
        return snapshot.answer(
          .advanced(
            from: now, to: now, events: before.count,
            settled: try await call.store.named(before.events)))
      }
      return try await call.store.moveClock(.to(jump.date), call.progress)
    }
  }
}

extension OperatorCommand.SetClockBack: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.settlements.run { () throws(StoreError) in
      let settings = try await store.ledgers.setClockBack(
        to: date.wholeMilliseconds, wall: store.machineTime)
      return Answer(.done(), at: settings.time(at: settings.lastNow))
    }
  }
}

extension OperatorCommand.Advance: ControlRule {
  /// Begins when every earlier settlement has ended, even a cancelled one.
  ///
  /// The next one begins when the clock has been moved.
  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult> {
    try await call.store.settlements.run { () throws(StoreError) in
      try await call.store.moveClock(move, call.progress)
    }
  }
}

extension OperatorCommand.Transactions: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    if let account { _ = try await store.account(named: account) }
    let snapshot = try await store.settled()
    let epoch = snapshot.settings.epoch
    let last = try await store.historyPosition(at: revision, in: epoch) { id throws(StoreError) in
      let listed = try await store.ledgers.storedTransaction(id)
      return listed.flatMap { account == nil || $0.account == account ? $0 : nil }
    }
    let limit = HistoryPage.limit
    let stored = try await store.ledgers.allTransactions(
      account: account, before: last?.transaction, limit: limit + 1)
    let page = stored.prefix(limit)
    let next = stored.count > limit ? page.last : nil
    return snapshot.answer(
      .transactions(
        list: page.map { $0.operatorTransaction(at: snapshot) },
        revision: next.map { HistoryPosition(epoch: epoch, last: $0.transaction.id).revision },
        hasMore: next != nil))
  }
}

extension OperatorCommand.Reset: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let settings = try await asNew == true ? resetAsNew(store) : deletePurchases(store)
    return Answer(.done(asNew: asNew == true ? true : nil), at: settings.time(at: settings.lastNow))
  }

  private func deletePurchases(_ store: StoreEngine) async throws(StoreError) -> StoreSettings {
    let snapshot = try await store.settled()
    return try await store.ledgers.reset(at: snapshot.now) {
      [randomness = store.randomness] settings in
      randomness.epoch(after: settings.epoch, seed: settings.seed)
    }
  }

  /// Takes its turn to settle, because it moves the clock.
  private func resetAsNew(_ store: StoreEngine) async throws(StoreError) -> StoreSettings {
    try await store.settlements.run { () throws(StoreError) in
      try await store.ledgers.resetAsNew {
        [randomness = store.randomness, wall = store.machineTime] settings, catalogue in
        settings.ofNewStore(
          file: catalogue.settings, wall: wall,
          epoch: randomness.epoch(after: settings.epoch, seed: settings.seed))
      }
    }
  }
}

// Commands that do not concern a single customer, and helpers of their rules.
extension StoreEngine {
  /// Moves the clock, for a call whose turn to settle it is.
  fileprivate func moveClock(
    _ move: ClockMove, _ progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let (now, before) = try await begin()
    let target = try target(of: move, from: now)
    var settled = before
    let (end, events) = try await self.move(to: target, frozen: nil) { batch in
      settled.add(batch)
      progress(OperatorProgress(settled, from: now, target: target))
    }
    return end.answer(
      .advanced(
        from: now, to: end.now, events: before.count + events,
        settled: try await named(settled.events)))
  }

  /// Returns the events with the names of their accounts; `nil` if there are none.
  fileprivate func named(
    _ events: [CustomerEvent]
  ) async throws(StoreError) -> [SettledEvent]? {
    var accounts: [CustomerNumber: String] = [:]
    var named: [SettledEvent] = []
    for settled in events {
      var event = settled.event
      if accounts[settled.customer] == nil, let id = event.transactionID {
        accounts[settled.customer] = try await ledgers.storedTransaction(id)?.account
      }
      event.account = accounts[settled.customer]
      named.append(event)
    }
    return named.isEmpty ? nil : named
  }

  /// Settles what is due before a move of the clock.
  ///
  /// - Returns: The store's time, and what was settled.
  fileprivate func begin() async throws(StoreError) -> (now: Date, settled: SettlementProgress) {
    let now = try await settings().now(wall: machineTime)
    var settled = SettlementProgress()
    _ = try await settleInBatches(until: now) { settled.add($0) }
    return (now, settled)
  }

  /// Settles everything that is due until `target`, moves the clock there, and freezes it or lets it
  /// run; `nil` changes neither.
  ///
  /// `report` receives the settlements of each storage transaction. Call this method only in the
  /// command's turn to settle.
  ///
  /// The move itself settles everything that becomes due meanwhile, such as the renewals of a purchase
  /// made in between. If another process has moved the clock further, it is not moved back.
  fileprivate func move(
    to target: Date, frozen: Bool?, report: (SettlementProgress) -> Void = { _ in }
  ) async throws(StoreError) -> (snapshot: StoreSnapshot, events: Int) {
    let (moved, events) = try await settling(
      { () throws(StoreError) in
        try await settleSending(until: max(target, settings().lastNow), report)
      },
      before: { () throws(StoreError) in
        try await ledgers.setClock(reaching: target, frozen: frozen, settlement())
      })
    return (StoreSnapshot(moved, at: moved.time(at: moved.lastNow)), events)
  }

  private func target(of move: ClockMove, from now: Date) throws(StoreError) -> Date {
    let target =
      switch move {
      case .by(let duration): duration.added(to: now) ?? .distantFuture
      case .to(let date): date
      }
    guard target >= now else { throw .clockMovedBackwards(from: now, to: target) }
    guard signer.validity.contains(target) else {
      throw .clockBeyondCertificates(date: target, last: signer.validity.upperBound)
    }
    return target.wholeMilliseconds
  }
}

extension OperatorProgress {
  /// Creates the progress of a move of the clock to `target`.
  fileprivate init(_ settled: SettlementProgress, from start: Date, target: Date) {
    self.init(
      from: start, reached: max(start, settled.lastDueDate ?? start), target: target,
      events: settled.count)
  }
}

extension StoreSnapshot {
  /// Returns the customer as the recipient of the data in the operator's lists.
  func recipient(_ customer: CustomerNumber) -> Recipient {
    Recipient(
      bundleID: settings.bundleID, appTransactionID: customer.appTransactionID, signedDate: now,
      environment: settings.environment)
  }
}
