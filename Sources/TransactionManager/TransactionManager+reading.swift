import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI

// What is read.
extension TransactionManager {
  mutating func receive(_ message: Message) -> [Effect] {
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
    case .ended(let title, let result):
      keep(result, of: title)
      if case .done = result { return readAfterControl() }
    case .open(let id): return perform(id)
    }
    return []
  }

  mutating func change<Result>(
    _ table: ManagedTable, _ change: (inout TableReading) -> Result
  ) -> Result {
    change(&readings[table, default: TableReading()])
  }

  private mutating func endReading(of table: ManagedTable, failure: String? = nil) -> [Effect] {
    change(table) { $0.end(failure: failure) } ? readFirst(of: table) : []
  }

  /// Reads again the rows that a control may have changed.
  private mutating func readAfterControl() -> [Effect] {
    for table in readings.keys { change(table) { $0.markOutdated() } }
    return readFirst(of: table)
      + (opened?.transaction.map { [.readSubscription($0.id), .readNotifications($0.id)] } ?? [])
  }

  /// Reads the first page, unless a page of the table is already being read.
  mutating func readFirst(of table: ManagedTable) -> [Effect] {
    change(table) { $0.beginFirstPage() } ? [.read(table, revision: nil)] : []
  }

  /// Shows a transaction as a control has left it.
  private mutating func replace(_ changed: OperatorTransaction) {
    let row = ManagedRow.transaction(changed)
    change(.transactions) { $0.list.replace(row) }
    if case .transaction(let listed) = opened, listed.id == changed.id { showOpened(row) }
  }

  private mutating func show(_ subscription: OperatorSubscription?, of id: TransactionID) {
    guard let opened, opened.transaction?.id == id else { return }
    self.subscription = subscription
    guard case .subscription = opened, let subscription else { return }
    let row = ManagedRow.subscription(subscription)
    change(.subscriptions) { $0.list.replace(row) }
    showOpened(row)
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
      showOpened(row)
    } else if list.nextRevision == nil || opened.transaction == nil {
      closeDetails()
    }
  }

  /// Shows the present values of the row in its details, or after the question that they ask.
  private mutating func showOpened(_ row: ManagedRow) {
    if case .form(var form) = mode {
      form.row = row
      mode = .form(form)
    } else {
      mode = .details(row)
    }
  }

  /// Closes the details of a removed row, and shows the result of the control.
  private mutating func closeDetails() {
    mode = .list
    showResultInList()
  }
}

// The result of a control.
extension TransactionManager {
  /// Shows the result of a control: in its row's details, for a form on a page or in the form, and
  /// otherwise in the list.
  private mutating func endControl(_ result: Activity) {
    guard case .working(let title, let row) = activity else { return }
    activity = result
    if let row {
      if row != opened?.id { showResultInList() }
    } else {
      endForm(title, result)
    }
  }

  /// Shows an answer of several lines on a page of its own, and a refused form again.
  private mutating func endForm(_ title: String, _ result: Activity) {
    let form = sentForm
    (sentForm, activity) = (nil, .idle)
    guard case .refused(let reason) = result, mode == .list, var form, !form.fields.isEmpty else {
      return keep(result, of: title)
    }
    form.refuse(reason)
    mode = .form(form)
  }

  /// Keeps the result of a control until the list is shown: an answer, or a notice.
  ///
  /// Another control may be in progress, and goes on.
  private mutating func keep(_ result: Activity, of title: String) {
    if case .done(let text) = result, let answer = ControlAnswer(title, text) {
      unreadAnswer = answer
    } else if let notice = result.notice {
      listNotice = notice
    }
  }

  /// Shows the answer that came while something else was shown, if the list is shown now.
  mutating func showUnreadAnswer() {
    guard mode == .list, let answer = unreadAnswer else { return }
    (mode, unreadAnswer, scroll) = (.answer(answer), nil, ScrollPosition())
  }

  private mutating func showResultInList() {
    guard let notice = activity.notice else { return }
    (listNotice, activity) = (notice, .idle)
  }
}
