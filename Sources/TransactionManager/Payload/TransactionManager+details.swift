import StoreOperatorAPI
import TerminalUI

// The keys of the details.
extension TransactionManager {
  mutating func pressInDetails(_ key: Key) -> [Effect] {
    if let control = controls.first(where: { .character($0.key) == key }) {
      return perform(control)
    }
    switch key {
    case .escape, .character("q"), .left:
      mode = .list
      clearResult()
    default: scroll(by: key)
    }
    return []
  }

  /// The meaning of a press on the name of a key: the first press on a control's key marks the control.
  func meaning(ofPressOn key: Key) -> HitRegion.Press {
    let control = controls.firstIndex { .character($0.key) == key }
    guard let control, control != markedControl else { return .key(key) }
    return .choice(control)
  }

  /// Scrolls the details or an answer.
  mutating func scroll(by key: Key) {
    scroll.move(by: key.rows(page: detailRows, takesText: false))
  }

  /// Removes the result of a control that the details have shown.
  ///
  /// A control in progress continues.
  mutating func clearResult() {
    if case .working = activity { return }
    activity = .idle
  }

  private mutating func perform(_ control: RowControl) -> [Effect] {
    if case .working = activity { return [] }
    guard let row = opened else { return [] }
    if let form = row.question(before: control) {
      (mode, activity) = (.form(form), .idle)
      return []
    }
    activity = .working(control.label, of: row.id)
    return [.perform(control.command)]
  }
}
