import Foundation
import StoreOperatorAPI

/// The parameters of a control, while they are filled in.
///
/// ```
///            enter on the last field            y
///  filling ──────────────────────────▶ asking ─────▶ the command
///     ▲      (only a destructive one)    │
///     └────────── any other key ─────────┘
/// ```
///
/// The form of a row's control asks from its beginning, and another key closes it.
struct ControlForm: Equatable, Sendable {
  let control: ControlDescription
  /// The parameters that are asked for.
  let fields: [ControlField]
  /// The typed texts, one for each field.
  private(set) var texts: [String]
  private(set) var selection = 0
  /// The reason why the form cannot be sent.
  private(set) var problem: String?
  /// Whether it asks the operator to agree to a destructive control.
  private(set) var isAsking = false
  /// The row whose details ask, and are shown again after the answer; `nil` for a form that is filled in.
  var row: ManagedRow?

  /// - Parameters:
  ///   - control: The control to fill in.
  ///   - known: Values that are known already, by the field's name in JSON.
  init(_ control: ControlDescription, known: [String: String] = [:]) {
    self.control = control
    fields = control.fields.filter(\.isAsked)
    texts = fields.map { field in known[field.path.last ?? ""] ?? field.standardText }
  }

  /// The question whether to perform a destructive control of a row.
  init(asking control: ControlDescription, known: [String: String], of row: ManagedRow) {
    self.init(control, known: known)
    (isAsking, self.row) = (true, row)
  }

  var selectedField: ControlField? { fields.indices.contains(selection) ? fields[selection] : nil }

  /// Whether letters are typed into the selected field.
  var takesText: Bool {
    guard !isAsking, let field = selectedField else { return false }
    return field.choices == nil
  }

  mutating func select(_ index: Int) {
    isAsking = false
    selection = min(max(0, index), max(0, fields.count - 1))
  }

  mutating func type(_ text: String) {
    guard takesText else { return }
    problem = nil
    texts[selection] += text.filter { !$0.isNewline }
  }

  mutating func deleteBackward() {
    problem = nil
    guard takesText else { return clear() }
    _ = texts[selection].popLast()
  }

  private mutating func clear() {
    guard let field = selectedField, !field.isRequired else { return }
    texts[selection] = ""
  }

  /// Chooses the next value of a field that has only some; a field that may be empty has that too.
  mutating func chooseNext(by step: Int) {
    guard let field = selectedField, let choices = field.choices else { return }
    problem = nil
    let values = (field.isRequired ? [] : [""]) + choices.map(\.text)
    let index = values.firstIndex(of: texts[selection]) ?? 0
    texts[selection] = values[(index + step + values.count) % values.count]
  }

  /// Goes to the next field, or asks, or ends the form if it can be sent.
  ///
  /// - Returns: Whether it can be sent now.
  mutating func advance() -> Bool {
    if selection + 1 < fields.count {
      selection += 1
      return false
    }
    do {
      _ = try command(key: Self.sampleKey, file: "")
    } catch {
      problem = error.description
      selection = error.field ?? selection
      return false
    }
    isAsking = control.isDestructive
    return !isAsking
  }

  /// Answers the question of a destructive control.
  mutating func decline() { isAsking = false }

  /// Shows the reason why the form could not be sent.
  mutating func refuse(_ reason: String) { problem = reason }
}

extension ControlField {
  /// The values of a field with a fixed set of values; `nil` for another field.
  var choices: [Choice]? {
    if case .choice(let choices) = kind { choices } else { nil }
  }

  /// The text of a new form: a required choice has its first value, and one unit is bought.
  fileprivate var standardText: String {
    guard isRequired else { return "" }
    return choices?.first?.text ?? (path.last == "quantity" ? "1" : "")
  }
}
