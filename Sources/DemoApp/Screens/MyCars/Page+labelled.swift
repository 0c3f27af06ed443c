import TerminalUI

extension Page {
  /// Adds groups of lines at the right of a label.
  ///
  /// A narrow page leaves the label out.
  mutating func labelled(_ label: String, _ groups: [[Line]]) {
    guard isWide else { return groups.joined().forEach { line($0) } }
    let start = Self.labelColumns(of: label)
    for (index, line) in groups.joined().enumerated() {
      let title = Line(index == 0 ? label.uppercased() : "", .title)
      place([
        Segment(column: 0, width: start, line: title),
        Segment(column: start, width: width - start, line: line),
      ])
    }
  }

  /// The columns of a label with the gap after it.
  static func labelColumns(of label: String) -> Int { max(labelColumns, Width.columns(label) + 3) }

  /// The width of lines at the right of a short label, on a page of this width.
  static func widthBesideLabel(of width: Int) -> Int { width - labelColumns }

  private static let labelColumns = 8
}
