import VisibleText

/// The reason why a form has no command.
enum ControlFormError: Error, Equatable {
  /// The field with this label and index has no value.
  case missing(String, index: Int)
  case unreadable(String, _ label: String, example: String, index: Int)
  /// The values do not make a command, for this reason.
  case refused(String)

  /// The index of the field with the error; `nil` if the error is not in one field.
  var field: Int? {
    switch self {
    case .missing(_, let index), .unreadable(_, _, _, let index): index
    case .refused: nil
    }
  }
}

extension ControlFormError: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing(let label, _): "The field '\(label)' is empty: it needs a value."
    case .unreadable(let text, let label, let example, _):
      "'\(text)' is not a value for '\(label)'" + (example.isEmpty ? "." : ": write \(example).")
    case .refused(let reason): reason.capitalizedFirst + "."
    }
  }
}
