import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI

/// The transactions and subscriptions of a store and what its operator can do with each, like Xcode's
/// Transaction Manager.
///
/// ```
///            /                 enter                 a control's key
///  filter ◀────── list ────────────────▶ details ────────────────────▶ working
///     └─ enter, esc ─▶ │  ◀──────── esc ────┘ ◀── done, refused ──────────┘
///                      └─ tab ─▶ the other table
/// ```
///
/// 1. Only a control's key changes anything, not Enter and not pasted text. The keys work in the
///    details, whose first rows say what each will do.
/// 2. One control runs at a time, even after its row's details were closed; then the list shows its
///    result.
/// 3. A table is read again when Tab shows it, unless a page of it is being read.
struct TransactionManager: Layer, Equatable {
  enum Mode: Equatable, Sendable {
    case list, filter
    case details(ManagedRow)
  }

  enum Activity: Equatable, Sendable {
    case idle
    /// A control of this row.
    case working(String, of: ManagedRow.ID)
    case done(String)
    case refused(String)
  }

  enum Message: Equatable, Sendable {
    /// The first page of a table, and the store's time.
    case first(ManagedTable, ManagedPage, now: Date)
    /// The page of a revision.
    case page(ManagedTable, ManagedPage, at: String)
    /// The page could not be read.
    case failed(ManagedTable, String)
    /// The subscription of a transaction; `nil` if it has none.
    case subscription(OperatorSubscription?, of: TransactionID)
    /// The notifications about a transaction, newest first.
    case notifications([TransactionNotification], of: TransactionID)
    /// A control has succeeded; the transaction as it is now.
    case done(String, OperatorTransaction?)
    /// A control has deleted the transaction.
    case deleted(String, TransactionID)
    case refused(String)
  }

  enum Effect: Equatable, Sendable {
    /// Reads a page of a table; `nil` for the first.
    case read(ManagedTable, revision: String?)
    case readSubscription(TransactionID)
    case readNotifications(TransactionID)
    case perform(OperatorCommand)
    case close
  }

  private(set) var table = ManagedTable.transactions
  private var readings = [ManagedTable.transactions: TableReading(isReading: true)]
  private(set) var mode = Mode.list
  private(set) var activity = Activity.idle
  /// Of the transaction whose details are shown.
  private var subscription: OperatorSubscription?
  /// About the transaction whose details are shown.
  private(set) var notifications: [TransactionNotification] = []
  /// The result of a control whose row's details are no longer shown.
  private(set) var listResult: String?
  /// Of the details.
  private(set) var scroll = ScrollPosition()
  /// The numbers of rows of a list and of the details that the screen shows.
  private var (listRows, detailRows) = (1, 1)

  mutating func update(_ event: LayerEvent<Message>) -> [Effect] {
    switch event {
    case .message(let message): return receive(message)
    case .input(.key(let key)): return press(key)
    case .input(.paste(let text)):
      if mode == .filter { filter(by: list.filter + text.filter { !$0.isNewline }) }
      return []
    }
  }

  mutating func adapt(to size: Size) {
    let view = TransactionManagerView(manager: self, size: size)
    (listRows, detailRows) = (max(1, view.listRows), max(1, view.detailRoom))
    scroll.hiddenRows = view.hiddenDetailRows
  }

  var help: [String] {
    [
      "Every transaction and every subscription of the store, as in Xcode's Transaction Manager.",
      "A control acts at once, without asking.",
    ]
  }

  func draw(on frame: inout Frame) {
    TransactionManagerView(manager: self, size: frame.size).draw(on: &frame)
  }
}

// What is shown.
extension TransactionManager {
  /// The table that is shown.
  var shown: TableReading { readings[table] ?? TableReading() }

  /// The rows of the table that is shown.
  var list: ManagedList { shown.list }

  /// The row whose details are shown.
  var opened: ManagedRow? {
    guard case .details(let row) = mode else { return nil }
    return row
  }

  /// The subscription of the row whose details are shown.
  var openedSubscription: OperatorSubscription? {
    guard case .subscription(let subscription) = opened else { return subscription }
    return subscription
  }

  /// The controls for the row whose details are shown.
  var controls: [RowControl] {
    opened.map { RowControl.controls(of: $0, openedSubscription) } ?? []
  }

  /// The last line of the list.
  var summary: String {
    if case .working(let label, _) = activity { return "\(label) \(Glyphs.ellipsis)" }
    if let text = shown.failure ?? listResult { return text }
    let names = table.title.lowercased()
    let count = "\(list.shownCount) of \(list.all.count) \(names)"
    let read = list.nextRevision == nil ? count : "\(count) read; ↓ reads more"
    return shown.isReading
      ? "reading…" : list.filter.isEmpty && list.nextRevision == nil ? "" : read
  }
}

// What is read.
extension TransactionManager {
  private mutating func receive(_ message: Message) -> [Effect] {
    switch message {
    case .first(let table, let page, let now):
      change(table) { $0.refresh(page, at: now) }
      if table == self.table { updateDetails() }
      return endReading(of: table)
    case .page(let table, let page, let revision):
      change(table) { $0.append(page, of: revision) }
      return endReading(of: table)
    case .failed(let table, let reason): return endReading(of: table, failure: reason)
    case .subscription(let subscription, let id): show(subscription, of: id)
    case .notifications(let notifications, let id):
      if opened?.transaction?.id == id { self.notifications = notifications }
    case .done(let sentence, let changed):
      endControl(.done(sentence))
      if let changed { replace(changed) }
      return readAfterControl()
    case .deleted(let sentence, let id):
      endControl(.done(sentence))
      remove(id)
      return readAfterControl()
    case .refused(let reason): endControl(.refused(reason))
    }
    return []
  }

  private mutating func change<Result>(
    _ table: ManagedTable, _ change: (inout TableReading) -> Result
  ) -> Result {
    change(&readings[table, default: TableReading()])
  }

  private mutating func endReading(of table: ManagedTable, failure: String? = nil) -> [Effect] {
    change(table) { $0.end(failure: failure) } ? readFirst(of: table) : []
  }

  /// Shows the result of a control, in the list if its row's details are not shown.
  private mutating func endControl(_ result: Activity) {
    let isShown = if case .working(_, opened?.id) = activity { true } else { false }
    activity = result
    if !isShown { showResultInList() }
  }

  /// Reads again the rows that a control may have changed.
  private mutating func readAfterControl() -> [Effect] {
    for table in readings.keys { change(table) { $0.markOutdated() } }
    return readFirst(of: table)
      + (opened?.transaction.map { [.readSubscription($0.id), .readNotifications($0.id)] } ?? [])
  }

  /// Reads the first page, unless a page of the table is already being read.
  private mutating func readFirst(of table: ManagedTable) -> [Effect] {
    change(table) { $0.beginFirstPage() } ? [.read(table, revision: nil)] : []
  }

  /// Shows a transaction as a control has left it.
  private mutating func replace(_ changed: OperatorTransaction) {
    let row = ManagedRow.transaction(changed)
    change(.transactions) { $0.list.replace(row) }
    if case .transaction(let listed) = opened, listed.id == changed.id { mode = .details(row) }
  }

  private mutating func show(_ subscription: OperatorSubscription?, of id: TransactionID) {
    guard let opened, opened.transaction?.id == id else { return }
    self.subscription = subscription
    guard case .subscription = opened, let subscription else { return }
    let row = ManagedRow.subscription(subscription)
    change(.subscriptions) { $0.list.replace(row) }
    mode = .details(row)
  }

  /// Removes a deleted transaction, and closes its details.
  ///
  /// A subscription is deleted with its latest period.
  private mutating func remove(_ id: TransactionID) {
    change(.transactions) { $0.list.remove(id) }
    guard let opened, opened.transaction?.id == id else { return }
    change(table) { $0.list.remove(opened.id) }
    closeDetails()
  }

  /// Shows the present values of the row whose details are shown, and closes them if it is gone.
  private mutating func updateDetails() {
    guard let opened else { return }
    if let row = list.row(opened.id) {
      mode = .details(row)
    } else if list.nextRevision == nil || opened.transaction == nil {
      closeDetails()
    }
  }

  /// Closes the details of a removed row, and shows the result of the control.
  private mutating func closeDetails() {
    mode = .list
    showResultInList()
  }

  private mutating func showResultInList() {
    switch activity {
    case .done(let text), .refused(let text): (listResult, activity) = (text, .idle)
    case .idle, .working: break
    }
  }
}

// What the keys do.
extension TransactionManager {
  private mutating func press(_ key: Key) -> [Effect] {
    switch mode {
    case .list: pressInList(key)
    case .filter: pressInFilter(key)
    case .details: pressInDetails(key)
    }
  }

  private mutating func pressInList(_ key: Key) -> [Effect] {
    switch key {
    case .escape, .character("q"): return [.close]
    case .character("/"): mode = .filter
    case .character("u"): return reload()
    case .tab: return showOtherTable()
    case .enter: return open()
    case .up, .character("k"): return move(by: -1)
    case .down, .character("j"): return move(by: 1)
    case .pageUp: return move(by: -listRows)
    case .pageDown: return move(by: listRows)
    case .home: return move(by: -list.shownCount)
    case .end: return move(by: list.shownCount)
    default: break
    }
    return []
  }

  private mutating func reload() -> [Effect] {
    listResult = nil
    return readFirst(of: table)
  }

  private mutating func showOtherTable() -> [Effect] {
    table = table.other
    return reload()
  }

  /// Moves the selection; further down, the next page is read when it comes to the end.
  private mutating func move(by rows: Int) -> [Effect] {
    change(table) { $0.list.move(by: rows) }
    guard rows > 0, let revision = change(table, { $0.beginNextPage() }) else { return [] }
    return [.read(table, revision: revision)]
  }

  private mutating func open() -> [Effect] {
    guard let selected = list.selected else { return [] }
    (mode, subscription, listResult) = (.details(selected), nil, nil)
    notifications = []
    clearResult()
    scroll = ScrollPosition()
    return effects(ofOpening: selected)
  }

  private func effects(ofOpening row: ManagedRow) -> [Effect] {
    guard let listed = row.transaction else { return [] }
    guard case .transaction = row, listed.transaction.subscriptionGroupIdentifier != nil else {
      return [.readNotifications(listed.id)]
    }
    return [.readSubscription(listed.id), .readNotifications(listed.id)]
  }

  private mutating func pressInFilter(_ key: Key) -> [Effect] {
    switch key {
    case .escape:
      filter(by: "")
      mode = .list
    case .enter, .down: mode = .list
    case .backspace: filter(by: String(list.filter.dropLast()))
    case .character(let character): filter(by: list.filter + String(character))
    default: break
    }
    return []
  }

  private mutating func filter(by text: String) { change(table) { $0.list.filter(by: text) } }

  private mutating func pressInDetails(_ key: Key) -> [Effect] {
    if let control = controls.first(where: { .character($0.key) == key }) {
      return perform(control)
    }
    switch key {
    case .escape, .character("q"), .left:
      mode = .list
      clearResult()
    case .up, .character("k"): scroll.move(by: -1)
    case .down, .character("j"): scroll.move(by: 1)
    case .pageUp: scroll.move(by: -detailRows)
    case .pageDown: scroll.move(by: detailRows)
    case .home: scroll.move(by: -scroll.offset)
    case .end: scroll.move(by: scroll.hiddenRows)
    default: break
    }
    return []
  }

  /// The details have shown the result of a control; a control that works continues.
  private mutating func clearResult() {
    if case .working = activity { return }
    activity = .idle
  }

  private mutating func perform(_ control: RowControl) -> [Effect] {
    if case .working = activity { return [] }
    guard let id = opened?.id else { return [] }
    activity = .working(control.label, of: id)
    return [.perform(control.command)]
  }

  var bindings: [KeyBinding] {
    switch mode {
    case .list:
      [
        KeyBinding(.enter, label: "details"), KeyBinding(.up, .down, label: "choose"),
        KeyBinding(.tab, label: table.other.title.lowercased()),
        KeyBinding(.character("/"), label: "filter"), KeyBinding(.character("u"), label: "update"),
        KeyBinding(.escape, label: "close"),
      ]
    case .filter:
      [KeyBinding(.enter, label: "show these"), KeyBinding(.escape, label: "show all")]
    case .details:
      controls.map { KeyBinding(.character($0.key), label: $0.label.lowercased()) }
        + (scroll.hiddenRows > 0 ? [KeyBinding(.up, .down, label: "scroll")] : [])
        + [KeyBinding(.escape, label: "back")]
    }
  }
}
