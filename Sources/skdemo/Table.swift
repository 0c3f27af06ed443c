import StoreAPI
import TerminalUI

/// Lines of text in columns, as commands print them for people.
struct Table {
  let rows: [[String]]

  /// Control characters are escaped before the columns are measured.
  init(_ rows: [[String]]) { self.rows = rows.map { $0.map(\.escapingControls) } }

  /// The columns, two spaces apart, without spaces at the end of a line.
  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? Width.columns($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.indices.map { $0 == row.count - 1 ? row[$0] : row[$0].padded(to: widths[$0]) }
      return cells.joined(separator: "  ").replacing(#/ +$/#, with: "")
    }
  }

  func lines(orIfEmpty sentence: String) -> [String] { rows.isEmpty ? [sentence] : lines }
}
