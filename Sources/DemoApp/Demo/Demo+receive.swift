import TerminalUI

extension Demo {
  mutating func receive(_ message: Message) -> [Effect] {
    switch message {
    case .begin: return [.launch]
    case .opened(let presentation, let lastSeen, let fuel):
      (self.presentation, self.lastSeen, self.fuel) = (presentation, lastSeen, fuel)
    case .emojiFit: presentation.usesEmoji = true
    case .launch(let progress): follow(progress)
    case .launchIsSlow: launch.isSlow = true
    case .waits(let store): awaitedStore = store
    case .launched(let launchResult):
      open(launchResult)
      showIntent()
    case .reloaded(let store, let fuel): return refresh(store, fuel: fuel)
    case .reloadEnded: endActivity()
    case .ended(let ending, let product, let quantity):
      finish(ending, product: product, quantity: quantity)
      endActivity()
    case .restored(let ending):
      notice = Notice(ending)
      beginNoticeLifetime()
      endActivity()
    case .arrived(let transactions): notify(of: transactions)
    case .drove(let id, let fuel): return drove(id, fuel: fuel)
    case .ticked(let drive): return move(drive)
    case .history(let history): return show(history)
    case .plans(let read): plans = plans?.updated(with: read) ?? read
    case .messageCame: notice = notice ?? store.flatMap { Notice(urgentIn: $0, keys: keys) }
    case .intended(let id): return handleIntent(id)
    case .refundDeclined(let purchase): notifyDeclinedRefund(of: purchase)
    case .sheetEnded(let failure):
      notice = failure ?? notice
      endActivity()
    case .failed(let notice): self.notice = notice
    }
    return []
  }

  private mutating func follow(_ progress: LaunchProgress) {
    switch progress {
    case .began(let step): launch.current = step
    case .verified(let done, let total): launch.verified = VerifiedCount(done: done, total: total)
    case .ended(let timing):
      launch.timings.append(timing)
      launch.current = nil
    }
  }

  /// Opens the shop, with a notice of what happened to plans since this device last saw them.
  private mutating func open(_ launchResult: LaunchResult) {
    // It said that what the customer owns was still being checked.
    if noticeLifetime?.notice == notice { notice = nil }
    if let lastSeen { notifyChanges(from: lastSeen, to: launchResult.store) }
    if self.launchResult == nil, lastSeen == nil {
      isNewDevice = launchResult.store.customer != .new
    }
    self.launchResult = launchResult
  }

  /// Shows new transactions together with the others since the last key.
  ///
  /// The others are left out if another notice has replaced theirs. A renewal that a notice about a
  /// plan has covered is not shown again; its refund is.
  private mutating func notify(of transactions: [ExternalTransaction]) {
    let new = transactions.filter {
      notifiedTransactions.remove($0.owned.transactionID) == nil || $0.owned.revocationDate != nil
    }
    guard !new.isEmpty else { return }
    if let shown = incomingNotice ?? pendingNotice, notice != shown {
      forgetIncomingTransactions()
    }
    for transaction in new { incomingTransactions.add(transaction) }
    notifyIncomingTransactions()
  }

  /// Shows new transactions after a notice that needs attention, which may not have been read yet.
  mutating func notifyIncomingTransactions() {
    guard let store else { return }
    let incoming = Notice(
      incomingTransactions, after: pendingNotice, in: store, texts: presentation.texts)
    guard let incoming else { return }
    (notice, incomingNotice) = (incoming, incoming)
  }

  /// From now on, new transactions are shown without the earlier ones.
  mutating func forgetIncomingTransactions() {
    (incomingTransactions, incomingNotice, pendingNotice) = (IncomingTransactions(), nil, nil)
  }

  /// Shows what has happened to plans and waiting orders, after declined refunds.
  private mutating func notifyChanges(from old: Store, to new: Store) {
    let changes = PlanUpdate.changes(from: old, to: new, keys: keys)
    let notices = changes.map(\.notice) + new.notices(aboutOrdersSince: old)
    guard !notices.isEmpty else { return }
    let declined = notice.flatMap { $0 == declinedRefunds?.notice ? $0 : nil }
    notifiedTransactions.formUnion(changes.compactMap(\.transactionID))
    show([declined].compactMap(\.self) + notices)
  }

  private mutating func show(_ notices: [Notice]) {
    guard let joined = Notice(joining: notices) else { return }
    guard joined.tone == .good else { return showPendingNotice(joined) }
    forgetIncomingTransactions()
    notice = joined
  }

  /// Shows a notice that later transactions must not replace.
  mutating func showPendingNotice(_ pending: Notice) {
    forgetIncomingTransactions()
    (notice, pendingNotice) = (pending, pending)
  }

  private mutating func refresh(_ store: Store, fuel: [String: Int]) -> [Effect] {
    endNoticeLifetime(in: store)
    if let before = launchResult?.store {
      notifyChanges(from: before, to: store)
      markUpdates(from: before, to: store)
    }
    updateWaitingNotice(in: store)
    keepSelection { $0.launchResult = $0.launchResult?.updated(with: store) }
    self.fuel = fuel
    let selected = selectedEntry?.purchase.owned.transactionID
    return (history == nil ? [] : [.loadHistory(through: selected)])
      + (plans == nil ? [] : [.loadPlans])
  }

  /// Keeps the rows that were read before the store stopped answering.
  private mutating func show(_ read: History) -> [Effect] {
    if read.incompleteness == .offline, let known = history, known.incompleteness != .offline {
      history = known.offline(keeping: read)
    } else {
      history = read
    }
    isReadingHistory = false
    updateStatement()
    return moreHistory
  }

  private mutating func finish(_ ending: PurchaseEnding, product: ProductRow, quantity: Int) {
    guard let store else { return }
    let plan = store.ownStatus(inGroup: product.plan?.groupID)
      .map { store.name(of: $0.renewal.currentProductID) }
    notice =
      Notice(
        ending, of: product, quantity: quantity, keeping: plan, dates: store.dates(for: product),
        texts: presentation.texts) ?? .nothingBought
    beginNoticeLifetime(about: product.id)
    if case .pending = ending { showWait(for: product.id, notice, in: store) }
    if ending == .purchased { isFuelStoreOpen = false }
    spokenPurchase = notice.flatMap { SpokenPurchase($0, ending, product, quantity, in: store) }
  }

  private mutating func drove(_ id: String, fuel: [String: Int]) -> [Effect] {
    self.fuel = fuel
    let left = fuel[id] ?? 0
    let name = store?.name(of: id) ?? id
    notice = Notice(.good, "Off you go. \(name): \(left == 0 ? "empty" : "\(left) left").")
    beginNoticeLifetime()
    guard let car = detail ?? selectedProduct, isOnRoad(car), !reducesMotion else { return [] }
    driveCount += 1
    let drive = Drive(productID: car, fuelID: id, number: driveCount)
    self.drive = drive
    return [.tick(drive)]
  }

  /// Whether the screen shows the picture of this car, which can drive.
  private func isOnRoad(_ car: String) -> Bool {
    guard !isFuelStoreOpen else { return false }
    if let detail { return detail == car && showsPicture }
    return garage.map { $0.bays.contains { $0.id == car } } ?? false
  }

  /// A drive ends when the next one begins, and when its car is no longer in view.
  private mutating func move(_ drive: Drive) -> [Effect] {
    guard drive == self.drive else { return [] }
    let next = isOnRoad(drive.productID) ? drive.next : nil
    self.drive = next
    return next.map { [.tick($0)] } ?? []
  }
}
