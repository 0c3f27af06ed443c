import AppStorePayloads
import Foundation
package import StoreAPI

extension StoreEngine: StoreOperator {
  /// Performs a command by a rule's decision or by a call of the storage.
  package func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    switch command {
    case .clock: try await settled().answer(.done)
    case .setClock(let frozen): try await setClock(frozen: frozen)
    case .acceptClock: try await acceptClock(progress)
    case .setClockBack(let date): try await setClockBack(to: date)
    case .advance(let move): try await advance(move, progress)
    case .setPace(let pace): try await change { $0.rules.pace = pace }
    case .setStorefront(let code): try await setStorefront(code)
    case .setLocale(let name): try await setLocale(name)
    case .setRenewalLimit(let isOn):
      try await change { $0.rules.isRenewalLimited = isOn }
    case .setGracePeriod(let period, let renewalType):
      try await change {
        $0.rules.gracePeriod = period
        $0.rules.gracePeriodRenewalType = renewalType ?? .allRenewals
      }
    case .setRenewalsFail(let isOn): try await change { $0.rules.renewalsFail = isOn }
    case .setAskToBuy(let isOn): try await change { $0.rules.askToBuy = isOn }
    case .setInterruptedPurchases(let isOn):
      try await change { $0.rules.interruptedPurchases = isOn }
    case .setSimulatedError(let api, let error): try await setSimulatedError(error, of: api)
    case .clearSimulatedErrors: try await change { $0.simulatedErrors = [:] }
    case .settings: try await readSettings()
    case .setPrice(let id, let price, let policy):
      try await publish(policy) { catalogue, currency throws(StoreError) in
        try catalogue.pricing(id, at: price, in: currency)
      }
    case .withdraw(let id):
      try await publish { catalogue, _ throws(StoreError) in try catalogue.selling(id, false) }
    case .undoWithdraw(let id):
      try await publish { catalogue, _ throws(StoreError) in try catalogue.selling(id, true) }
    case .importCatalogue(let text): try await importCatalogue(text)
    case .createOfferKey: try await createOfferKey()
    case .createOfferCodes(let request): try await createOfferCodes(request)
    case .offerCodes: try await offerCodes()
    case .transactions(let account, let revision):
      try await transactions(of: account, at: revision)
    case .subscriptions(let revision): try await subscriptions(at: revision)
    case .orders: try await waitingOrders()
    case .buy(let purchase): try await buy(purchase)
    case .approve(let id), .decline(let id), .resolve(let id):
      try await decide(command, aboutOrder: id)
    case .refund(let id, _, _), .declineRefund(let id), .reverseRefund(let id), .delete(let id):
      try await decide(command, about: .transaction(id))
    case .subscription(let reference), .expire(let reference), .disableAutoRenew(let reference),
      .enableAutoRenew(let reference),
      .renew(let reference), .failBilling(let reference), .recoverBilling(let reference),
      .extend(let reference, _), .requestPriceIncreaseConsent(let reference),
      .answerPriceIncrease(let reference, _):
      try await decide(command, about: reference)
    case .accounts: try await settled().answer(.accounts(list: try await ledgers.accounts()))
    case .addAccount(let credentials): try await addAccount(credentials)
    case .setPassword(let credentials, let signsOutDevices):
      try await setPassword(credentials, signsOutDevices: signsOutDevices)
    case .signOut(let account): try await signOut(account: account)
    case .removeDevice(let device, let account):
      try await removeDevice(device, account: account)
    case .families: try await families()
    case .addFamilyMember(let account, let organizer):
      try await addFamilyMember(account, organizer: organizer)
    case .removeFamilyMember(let account): try await removeFamilyMember(account)
    case .setFamilySharing(let isOn, let account):
      try await setFamilySharing(isOn, by: account)
    case .reset: try await reset()
    }
  }
}

// Commands that do not concern a single customer, and helpers of ``perform(_:progress:)``.
extension StoreEngine {
  private func setClock(frozen: Bool) async throws(StoreError) -> Answer<OperatorResult> {
    try await settlements.run { () throws(StoreError) in
      let start = try await begin()
      return try await move(to: start.now, frozen: frozen).snapshot.answer(.done)
    }
  }

  /// Moves the clock to where the machine's has jumped.
  private func acceptClock(
    _ progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    try await settlements.run { () throws(StoreError) in
      guard let jump = try await time().jump else {
        let (now, before) = try await begin()
        let snapshot = try await unsettled()
        return snapshot.answer(.advanced(from: now, to: now, events: before.count))
      }
      return try await moveClock(.to(jump.date), progress)
    }
  }

  private func setClockBack(to date: Date) async throws(StoreError) -> Answer<OperatorResult> {
    try await settlements.run { () throws(StoreError) in
      let settings = try await ledgers.setClockBack(
        to: date.wholeMilliseconds, wall: machineTime)
      return Answer(.done, at: settings.time(at: settings.lastNow))
    }
  }

  /// Begins when every earlier settlement has ended, also a cancelled one.
  ///
  /// The next one begins when the clock has been moved.
  private func advance(
    _ move: ClockMove, _ progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    try await settlements.run { () throws(StoreError) in try await moveClock(move, progress) }
  }

  /// Moves the clock, for a call whose turn to settle it is.
  private func moveClock(
    _ move: ClockMove, _ progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let (now, before) = try await begin()
    let target = try target(of: move, from: now)
    var settled = before
    let (end, events) = try await self.move(to: target, frozen: nil) { batch in
      settled.add(batch)
      progress(OperatorProgress(settled, from: now, target: target))
    }
    return end.answer(.advanced(from: now, to: end.now, events: before.count + events))
  }

  /// Settles what is due before a move of the clock.
  ///
  /// - Returns: The store's time, and what was settled.
  private func begin() async throws(StoreError) -> (now: Date, settled: SettlementProgress) {
    let now = try await settings().now(wall: machineTime)
    var settled = SettlementProgress()
    _ = try await settleInBatches(until: now) { settled.add($0) }
    return (now, settled)
  }

  private func transactions(
    of account: String?, at revision: String?
  ) async throws(StoreError) -> Answer<OperatorResult> {
    if let account { _ = try await self.account(named: account) }
    let snapshot = try await settled()
    let epoch = snapshot.settings.epoch
    let last = try await historyPosition(at: revision, in: epoch) { id throws(StoreError) in
      let listed = try await ledgers.storedTransaction(id)
      return listed.flatMap { account == nil || $0.account == account ? $0 : nil }
    }
    let limit = HistoryPage.limit
    let stored = try await ledgers.allTransactions(
      account: account, before: last?.transaction, limit: limit + 1)
    let page = stored.prefix(limit)
    let next = stored.count > limit ? page.last : nil
    return snapshot.answer(
      .transactions(
        list: page.map { $0.operatorTransaction(at: snapshot) },
        revision: next.map { HistoryPosition(epoch: epoch, last: $0.transaction.id).revision },
        hasMore: next != nil))
  }

  private func reset() async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    let settings = try await ledgers.reset(at: snapshot.now) { [randomness] settings in
      randomness.epoch(after: settings.epoch, seed: settings.seed)
    }
    return Answer(.done, at: settings.time(at: settings.lastNow))
  }

  /// Settles everything that is due until `target`, moves the clock there, and freezes it or lets it
  /// run; `nil` changes neither.
  ///
  /// `report` is given the settlements of each storage transaction. It is the call's turn to settle.
  ///
  /// What becomes due meanwhile, such as the renewals of a purchase made in between, is settled by the
  /// move itself. If another process has moved the clock further, it is not moved back.
  private func move(
    to target: Date, frozen: Bool?, report: (SettlementProgress) -> Void = { _ in }
  ) async throws(StoreError) -> (snapshot: StoreSnapshot, events: Int) {
    let (moved, events) = try await settling(
      { () throws(StoreError) in
        try await settleInBatches(until: max(target, settings().lastNow), report)
      },
      before: { () throws(StoreError) in
        try await ledgers.setClock(reaching: target, frozen: frozen, settlement())
      })
    let snapshot = StoreSnapshot(
      moved, at: moved.time(at: moved.lastNow), environment: environment)
    return (snapshot, events)
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
  /// Returns how far the clock has come on its way to `target`.
  fileprivate init(_ settled: SettlementProgress, from start: Date, target: Date) {
    self.init(
      from: start, reached: max(start, settled.lastDueDate ?? start), target: target,
      events: settled.count)
  }
}

extension StoreSnapshot {
  /// Returns the customer as the recipient of what the operator is shown.
  func recipient(_ customer: CustomerNumber) -> Recipient {
    Recipient(
      bundleID: settings.bundleID, appTransactionID: customer.appTransactionID, signedDate: now,
      environment: environment)
  }
}
