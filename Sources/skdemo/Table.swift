import TerminalUI

/// Lines of text in columns, as commands print them for people.
struct Table {
  let rows: [[String]]

  init(_ rows: [[String]]) { self.rows = rows }

  /// The columns, two spaces apart, without spaces at the end of a line.
  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? Width.columns($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.indices.map { $0 == row.count - 1 ? row[$0] : row[$0].padded(to: widths[$0]) }
      return cells.joined(separator: "  ").replacing(#/ +$/#, with: "")
    }
    .joined(separator: "\n")
  }

  func text(orIfEmpty sentence: String) -> String { rows.isEmpty ? sentence : text }
}
