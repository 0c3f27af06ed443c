import AppStorePayloads
import StoreOperatorAPI
import TerminalUI
import VisibleText

// Every control of the store, by its name, and its form.
extension TransactionManager {
  var hasCommandLine: Bool {
    switch mode {
    case .list, .details: true
    case .filter, .form, .answer: false
    }
  }

  var namedCommands: [NamedCommand] {
    ControlDescription.commands(disabledReason: busyReason)
  }

  /// Opens the form of a control, filled in from the selected row.
  ///
  /// A control that has no parameters and is not destructive is performed at once.
  mutating func perform(_ id: NamedCommand.ID) -> [Effect] {
    if case .working = activity { return [] }
    guard let control = ControlDescription.named(id) else { return [] }
    let row = opened ?? list.selected
    var form = ControlForm(control, known: row?.knownParameters ?? [:])
    (listNotice, activity) = (nil, .idle)
    if form.fields.isEmpty, form.advance() { return send(form) }
    mode = .form(form)
    return []
  }

  mutating func press(_ key: Key, in form: ControlForm) -> [Effect] {
    var form = form
    if form.isAsking {
      guard key != .character("y") else { return send(form) }
      return decline(&form, by: key)
    }
    switch key {
    case .escape:
      mode = .list
      return []
    case .enter:
      if form.advance() { return send(form) }
    default: edit(&form, with: key)
    }
    mode = .form(form)
    return []
  }

  /// Only y agrees; a form without fields has nothing to go back to.
  private mutating func decline(_ form: inout ControlForm, by key: Key) -> [Effect] {
    form.decline()
    mode = form.row.map(Mode.details) ?? (form.fields.isEmpty ? .list : .form(form))
    return []
  }

  private func edit(_ form: inout ControlForm, with key: Key) {
    switch key {
    case .character(let character) where form.takesText: form.type(String(character))
    case .backspace, .delete: form.deleteBackward()
    case .left: form.chooseNext(by: -1)
    case .right, .character(" "): form.chooseNext(by: 1)
    case .tab: form.select(form.selection + 1)
    case .backtab: form.select(form.selection - 1)
    default:
      form.select(form.selection + max(-form.fields.count, key.rows(page: form.fields.count)))
    }
  }

  /// Selects a field that was pressed with the mouse, or chooses its next value if it is selected.
  mutating func choose(_ index: Int, in form: ControlForm) {
    var form = form
    if let row = form.row { return mode = .details(row) }
    if index == form.selection, !form.isAsking {
      form.chooseNext(by: 1)
    } else {
      form.select(index)
    }
    mode = .form(form)
  }

  private mutating func send(_ form: ControlForm) -> [Effect] {
    activity = .working(form.control.title, of: form.row?.id)
    if let row = form.row {
      mode = .details(row)
    } else {
      (mode, sentForm) = (.list, form)
    }
    return [.send(form)]
  }

  mutating func pressInAnswer(_ key: Key) -> [Effect] {
    switch key {
    case .escape, .enter, .character("q"), .left: mode = .list
    default: scroll(by: key)
    }
    return []
  }
}

extension ControlDescription {
  /// Every control as a command that is typed.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each label.
  ///   - disabledReason: The reason why all are disabled; `nil` if they are enabled.
  /// - Returns: The commands.
  static func commands(
    after prefix: String = "", disabledReason: String? = nil
  ) -> [NamedCommand] {
    all.map {
      NamedCommand(
        id: $0.id, label: prefix + $0.title.lowercasedFirst, disabledReason: disabledReason)
    }
  }
}

extension ManagedRow {
  /// The question before a control of the row; `nil` if the control is not destructive.
  func question(before control: RowControl) -> ControlForm? {
    ControlDescription.named(control.command.name).flatMap { described in
      described.isDestructive
        ? ControlForm(asking: described, known: knownParameters, of: self) : nil
    }
  }

  /// The values of a form's fields that the row has, by their names in JSON.
  fileprivate var knownParameters: [String: String] {
    switch self {
    case .order(let order):
      ["orderID": "\(order.id)", "account": order.account, "productID": order.productID]
    case .transaction, .subscription:
      transaction.map { listed in
        [
          "transactionID": "\(listed.id)", "subscription": "\(listed.id)",
          "account": listed.account, "productID": listed.transaction.productId,
        ]
      } ?? [:]
    }
  }
}
