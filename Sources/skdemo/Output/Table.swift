import StoreAPI
import TerminalUI
import VisibleText

/// Lines of text in columns, as commands print them for people.
struct Table {
  let rows: [[String]]
  /// The width of each column.
  let widths: [Int]

  /// Control characters are escaped before the columns are measured.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row.
  ///   - least: The minimum width of each column; a continued table has the widths of its
  ///     beginning.
  init(_ rows: [[String]], atLeast least: [Int] = []) {
    let rows = rows.map { $0.map(\.escapingControls) }
    let count = max(least.count, rows.map(\.count).max() ?? 0)
    self.rows = rows
    widths = (0..<count).map { column in
      rows.reduce(column < least.count ? least[column] : 0) { width, row in
        column < row.count ? max(width, Width.columns(row[column])) : width
      }
    }
  }

  /// The columns, two spaces apart, without spaces at the end of a line.
  var lines: [String] {
    rows.map { row in
      let cells = row.indices.map { $0 == row.count - 1 ? row[$0] : row[$0].padded(to: widths[$0]) }
      return String(cells.joined(separator: "  ").trimmingSuffix { $0 == " " })
    }
  }

  func lines(orIfEmpty sentence: String) -> [String] { rows.isEmpty ? [sentence] : lines }
}
