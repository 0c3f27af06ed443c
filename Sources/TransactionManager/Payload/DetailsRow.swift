import TerminalUI

/// A row of the details: a label, and a text beside it.
struct DetailsRow: Equatable {
  var label = ""
  var labelStyle = Style.plain
  var text = ""
  var textStyle = Style.plain
  /// The index of the control that the row belongs to.
  var control: Int?
}

extension DetailsRow {
  /// A label and its text beside it, or below it if there is little room.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - text: The text, in as many rows as it needs.
  ///   - column: The width of the labels.
  ///   - width: The width of the rows.
  /// - Returns: The rows.
  static func rows(
    _ label: String, _ text: String, column: Int, width: Int
  ) -> [DetailsRow] {
    guard width - column >= 16 else {
      return [DetailsRow(label: label)]
        + text.wrapped(to: max(8, width - 3)).map {
          DetailsRow(label: "   ", text: $0, textStyle: .muted)
        }
    }
    return text.wrapped(to: width - column).enumerated().map { index, line in
      DetailsRow(label: (index == 0 ? label : "").padded(to: column), text: line)
    }
  }
}
