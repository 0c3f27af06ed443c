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
///                      ├─ tab ─▶ the other table
///                      └─ : ─▶ form of a control ─▶ working ─▶ list, or answer ── esc ─▶ list
/// ```
///
/// 1. Only a control's key, Enter on the last field of a form, or the command of a control without
///    parameters changes anything; pasted text does not. The keys work in the details, whose first rows
///    say what each will do.
/// 2. A destructive control asks first, and only y agrees. The key of a row's control opens its form,
///    which asks at once; after the answer the details are shown again.
/// 3. One control runs at a time, even after its row's details were closed; then the list shows its
///    result. An answer of several lines waits until the list is shown again, and so does a result
///    that came while the Transaction Manager was closed.
/// 4. A table is read again when Tab shows it, unless a page of it is being read.
/// 5. A first press with the mouse marks a control, even on its key in the footer, and the second one is
///    its key.
struct TransactionManager: Layer, Equatable {
  enum Mode: Equatable, Sendable {
    case list, filter
    case details(ManagedRow)
    case form(ControlForm)
    case answer(ControlAnswer)
  }

  enum Activity: Equatable, Sendable {
    case idle
    /// A control is in progress: one of this row, or without a row one of a form.
    case working(String, of: ManagedRow.ID?)
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
    /// The result of the control with this title, which came while the layer was closed.
    case ended(String, Activity)
    /// Opens the form of the control with this name.
    case open(ControlDescription.ID)
  }

  enum Effect: Equatable, Sendable {
    /// Reads a page of a table; `nil` for the first.
    case read(ManagedTable, revision: String?)
    case readSubscription(TransactionID)
    case readNotifications(TransactionID)
    case perform(OperatorCommand)
    /// Performs the command of a form; only the shell has its file and its key.
    case send(ControlForm)
    case close
  }

  var table = ManagedTable.transactions
  var readings = [ManagedTable.transactions: TableReading(isReading: true)]
  var mode = Mode.list
  var activity = Activity.idle
  /// Of the transaction whose details are shown.
  var subscription: OperatorSubscription?
  /// About the transaction whose details are shown.
  var notifications: [TransactionNotification] = []
  /// The form whose control is in progress; it is shown again if the store refuses.
  var sentForm: ControlForm?
  /// The result of a control whose row's details are no longer shown.
  var listNotice: ManagerNotice?
  /// An answer of several lines that came while something else was shown; the list shows it.
  var unreadAnswer: ControlAnswer?
  /// The control of the details that the mouse has marked.
  var markedControl: Int?
  /// The scroll position of the details or of an answer.
  var scroll = ScrollPosition()
  /// The numbers of rows of a list and of the details that the screen shows.
  var (listRows, detailRows) = (1, 1)

  mutating func update(_ event: LayerEvent<Message>) -> [Effect] {
    defer { showUnreadAnswer() }
    switch event {
    case .message(let message): return receive(message)
    case .input(.key(let key)): return press(key)
    case .input(.choice(let index)): return choose(index)
    case .input(.paste(let text)): paste(text.filter { !$0.isNewline })
    }
    return []
  }

  private mutating func press(_ key: Key) -> [Effect] {
    switch mode {
    case .list: return pressInList(key)
    case .filter: return pressInFilter(key)
    case .details:
      markedControl = nil
      return pressInDetails(key)
    case .form(let form): return press(key, in: form)
    case .answer: return pressInAnswer(key)
    }
  }

  /// Selects an element that was pressed with the mouse, or opens it if it is selected.
  private mutating func choose(_ index: Int) -> [Effect] {
    switch mode {
    case .list, .filter: return chooseRow(index)
    case .details: markedControl = index
    case .form(let form): choose(index, in: form)
    case .answer: break
    }
    return []
  }

  private mutating func paste(_ text: String) {
    switch mode {
    case .filter: filter(by: list.filter + text)
    case .form(var form):
      form.type(text)
      mode = .form(form)
    case .list, .details, .answer: break
    }
  }

  mutating func adapt(to size: Size) {
    let view = TransactionManagerView(manager: self, size: size)
    (listRows, detailRows) = (max(1, view.listRows), max(1, view.detailRoom))
    scroll.hiddenRows = view.hiddenDetailRows
  }

  /// Whether a filter or a field of a form is typed.
  var takesText: Bool {
    switch mode {
    case .filter: true
    case .form(let form): form.takesText
    case .list, .details, .answer: false
    }
  }

  var help: [String] {
    [
      "Every transaction and every subscription of the store.",
      "A control that no other undoes asks first. : finds every control.",
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

  /// The row whose details are shown, or ask.
  var opened: ManagedRow? {
    switch mode {
    case .details(let row): row
    case .form(let form): form.row
    case .list, .filter, .answer: nil
    }
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

  /// The number of rows that are shown and read; empty if everything is shown.
  var summary: String {
    let names = table.title.lowercased()
    let count = "\(list.shownCount) of \(list.all.count) \(names)"
    let read = list.nextRevision == nil ? count : "\(count) read; ↓ reads more"
    return list.filter.isEmpty && list.nextRevision == nil ? "" : read
  }
}
