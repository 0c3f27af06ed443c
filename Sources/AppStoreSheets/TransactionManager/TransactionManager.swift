import Foundation
import StoreAPI
import TerminalUI

/// The transactions of a store and what its operator can do with each, as Xcode's Transaction Manager.
///
/// ```
///            /                 enter                 a control's key
///  filter ◀────── list ────────────────▶ details ────────────────────▶ working
///     └─ enter, esc ─▶ │  ◀──────── esc ────┘ ◀── done, refused ──────────┘
/// ```
///
/// 1. Only a control's key changes something, in the details, whose first rows say what each will do: no
///    Enter, and no pasted text.
/// 2. One control works at a time.
struct TransactionManager: Layer, Equatable {
  enum Place: Equatable, Sendable {
    case list, filter
    case details(TransactionID)
  }

  enum Activity: Equatable, Sendable {
    case idle
    case working(String)
    case done(String)
    case refused(String)
  }

  enum Message: Equatable, Sendable {
    /// The first page of the store's list, the orders that wait, and the store's time.
    case first([OperatorTransaction], orders: [OperatorOrder], next: String?, now: Date)
    /// A later page.
    case page([OperatorTransaction], next: String?)
    /// The page could not be read.
    case unread(String)
    /// The subscription of a transaction; `nil` if it has none with service.
    case subscription(ManagedSubscription?, of: TransactionID)
    /// A control has worked; the transaction as it is now.
    case done(String, OperatorTransaction?)
    /// A control has deleted the transaction.
    case deleted(String, TransactionID)
    case refused(String)
  }

  enum Effect: Equatable, Sendable {
    /// Reads a page of the store's list; `nil` for the first.
    case read(revision: String?)
    case readSubscription(TransactionID)
    case perform(OperatorCommand)
    case close
  }

  private(set) var list = TransactionList()
  private(set) var place = Place.list
  private(set) var activity = Activity.idle
  /// Of the transaction whose details are shown.
  private(set) var subscription: ManagedSubscription?
  /// The store's time of the last page; `nil` before the first.
  private(set) var now: Date?
  private(set) var failure: String?
  /// What became of the row whose details were shown, if it is not there any more.
  private(set) var news: String?
  private var isReading = true
  /// Of the details.
  private(set) var scroll = ScrollPosition()
  /// How many transactions the screen shows.
  private var pageRows = 1

  mutating func update(_ event: LayerEvent<Message>) -> [Effect] {
    switch event {
    case .message(let message): return receive(message)
    case .input(.key(let key)): return press(key)
    case .input(.paste(let text)):
      if place == .filter { list.filter += text.filter { !$0.isNewline } }
      return []
    }
  }

  mutating func adapt(to size: Size) {
    let picture = TransactionManagerPicture(manager: self, size: size)
    pageRows = max(1, picture.listRows)
    scroll.hiddenRows = picture.hiddenDetailRows
  }

  var help: [String] {
    [
      "Every transaction of the store, newest first, as Xcode's Transaction Manager shows them.",
      "A control does at once what its row says.",
    ]
  }

  func draw(on frame: inout Frame) {
    TransactionManagerPicture(manager: self, size: frame.size).draw(on: &frame)
  }
}

// What is read.
extension TransactionManager {
  private mutating func receive(_ message: Message) -> [Effect] {
    switch message {
    case .first(let page, let orders, let next, let now):
      list.refresh(page, next: next, orders: orders, at: now)
      (self.now, failure, isReading) = (now, nil, false)
      closeDetailsOfGone()
    case .page(let page, let next):
      list.append(page, next: next)
      (failure, isReading) = (nil, false)
    case .unread(let reason): (failure, isReading) = (reason, false)
    case .subscription(let subscription, let id):
      if openID == id { self.subscription = subscription }
    case .done(let sentence, let changed):
      activity = .done(sentence)
      if let changed { list.replace(changed) }
      return [.read(revision: nil)] + (openID.map { [.readSubscription($0)] } ?? [])
    case .deleted(let sentence, let id):
      activity = .done(sentence)
      list.remove(id)
      closeDetailsOfGone()
      return [.read(revision: nil)] + (openID.map { [.readSubscription($0)] } ?? [])
    case .refused(let reason): activity = .refused(reason)
    }
    return []
  }

  private mutating func closeDetailsOfGone() {
    guard opened == nil, openID != nil else { return }
    place = .list
    if case .done(let sentence) = activity { news = sentence }
  }

  private var openID: TransactionID? {
    guard case .details(let id) = place else { return nil }
    return id
  }

  /// The row whose details are shown.
  var opened: ManagedRow? { openID.flatMap(list.row) }

  /// What can be done with the row whose details are shown.
  var controls: [TransactionControl] {
    opened.map { TransactionControl.controls(of: $0, subscription) } ?? []
  }

  /// What the last line says of the list.
  var summary: String {
    if let text = failure ?? news { return text }
    let count = "\(list.shown.count) of \(list.count) transactions"
    let read = list.nextRevision == nil ? count : "\(count) that were read; ↓ reads older ones"
    return isReading ? "reading…" : list.filter.isEmpty && list.nextRevision == nil ? "" : read
  }
}

// What the keys do.
extension TransactionManager {
  private mutating func press(_ key: Key) -> [Effect] {
    switch place {
    case .list: pressInList(key)
    case .filter: pressInFilter(key)
    case .details: pressInDetails(key)
    }
  }

  private mutating func pressInList(_ key: Key) -> [Effect] {
    switch key {
    case .escape, .character("q"): return [.close]
    case .character("/"): place = .filter
    case .character("u"):
      news = nil
      return readFirst()
    case .enter: return open()
    case .up, .character("k"): list.move(by: -1)
    case .down, .character("j"): return moveDown(by: 1)
    case .pageUp: list.move(by: -pageRows)
    case .pageDown: return moveDown(by: pageRows)
    case .home: list.move(by: -list.shown.count)
    case .end: return moveDown(by: list.shown.count)
    default: break
    }
    return []
  }

  private mutating func readFirst() -> [Effect] {
    guard !isReading else { return [] }
    isReading = true
    return [.read(revision: nil)]
  }

  private mutating func moveDown(by rows: Int) -> [Effect] {
    list.move(by: rows)
    guard list.needsPage, !isReading else { return [] }
    isReading = true
    return [.read(revision: list.nextRevision)]
  }

  private mutating func open() -> [Effect] {
    guard let selected = list.selected else { return [] }
    (place, activity, subscription, news) = (.details(selected.id), .idle, nil, nil)
    scroll = ScrollPosition()
    guard case .transaction(let listed) = selected,
      listed.transaction.subscriptionGroupIdentifier != nil
    else { return [] }
    return [.readSubscription(selected.id)]
  }

  private mutating func pressInFilter(_ key: Key) -> [Effect] {
    switch key {
    case .escape: (list.filter, place) = ("", .list)
    case .enter, .down: place = .list
    case .backspace: list.filter = String(list.filter.dropLast())
    case .character(let character): list.filter.append(character)
    default: break
    }
    return []
  }

  private mutating func pressInDetails(_ key: Key) -> [Effect] {
    if let control = controls.first(where: { .character($0.key) == key }) {
      return perform(control)
    }
    switch key {
    case .escape, .character("q"), .left: (place, activity) = (.list, .idle)
    case .up, .character("k"): scroll.move(by: -1)
    case .down, .character("j"): scroll.move(by: 1)
    default: break
    }
    return []
  }

  private mutating func perform(_ control: TransactionControl) -> [Effect] {
    if case .working = activity { return [] }
    activity = .working(control.label)
    return [.perform(control.command)]
  }

  var bindings: [KeyBinding] {
    switch place {
    case .list:
      [
        KeyBinding(.enter, label: "details"), KeyBinding(.up, .down, label: "choose"),
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
