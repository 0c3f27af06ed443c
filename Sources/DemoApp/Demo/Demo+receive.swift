import TerminalUI

extension Demo {
  mutating func receive(_ message: Message) -> [Effect] {
    switch message {
    case .begin: return [.launch]
    case .opened(let presentation, let lastSeen, let fuel):
      (self.presentation, self.lastSeen, self.fuel) = (presentation, lastSeen, fuel)
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
      endActivity()
    case .arrived(let transactions): notify(of: transactions)
    case .drove(let id, let fuel): return drove(id, fuel: fuel)
    case .ticked(let drive): return move(drive)
    case .history(let history): return show(history)
    case .plans(let read): plans = plans?.updated(with: read) ?? read
    case .messageCame: notice = notice ?? store.flatMap { Notice(urgentIn: $0) }
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
    case .ended(let timing):
      launch.timings.append(timing)
      launch.current = nil
    }
  }

  /// Opens the shop, with a notice of what happened to plans since this device last saw them.
  private mutating func open(_ launchResult: LaunchResult) {
    if let lastSeen { notifyChanges(from: lastSeen, to: launchResult.store) }
    self.launchResult = launchResult
    launch.isLookingBack = false
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
    let changes = PlanUpdate.changes(from: old, to: new)
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
    if let before = launchResult?.store { notifyChanges(from: before, to: store) }
    updateWaitingNotice(in: store)
    keepSelection { $0.launchResult = $0.launchResult?.updated(with: store) }
    self.fuel = fuel
    let selected = selectedEntry?.purchase.owned.transactionID
    return (history == nil ? [] : [.loadHistory(through: selected)])
      + (plans == nil ? [] : [.loadPlans])
  }

  /// Keeps the rows that were read before the store stopped answering.
  ///
  /// The selected row stays selected, unless it is the first one: then the newest one is.
  private mutating func show(_ read: History) -> [Effect] {
    let selected = historyRow == 0 ? nil : selectedEntry
    if read.incompleteness == .offline, let known = history, known.incompleteness != .offline {
      history = known.offline(keeping: read)
    } else {
      history = read
    }
    isReadingHistory = false
    let row = selected.flatMap { entry in history?.entries.firstIndex { $0.isSame(as: entry) } }
    selectHistoryRow(row ?? historyRow)
    return moreHistory
  }

  private mutating func finish(_ ending: PurchaseEnding, product: ProductRow, quantity: Int) {
    guard let store else { return }
    let plan = store.ownStatus(inGroup: product.plan?.groupID)
      .map { store.name(of: $0.renewal.currentProductID) }
    notice = Notice(
      ending, of: product, quantity: quantity, keeping: plan, dates: store.dates(for: product),
      texts: presentation.texts)
    if case .pending = ending { showWait(for: product.id, notice, in: store) }
    if ending == .purchased { isFuelStoreOpen = false }
  }

  private mutating func drove(_ id: String, fuel: [String: Int]) -> [Effect] {
    self.fuel = fuel
    let left = fuel[id] ?? 0
    let name = store?.name(of: id) ?? id
    notice = Notice(.good, "Off you go. \(name): \(left == 0 ? "empty" : "\(left) left").")
    guard let detail, showsPicture, !reducesMotion else { return [] }
    driveCount += 1
    let drive = Drive(productID: detail, number: driveCount)
    self.drive = drive
    return [.tick(drive)]
  }

  /// A drive ends when the next one begins.
  private mutating func move(_ drive: Drive) -> [Effect] {
    guard drive == self.drive else { return [] }
    let next = drive.productID == detail ? drive.next : nil
    self.drive = next
    return next.map { [.tick($0)] } ?? []
  }
}
