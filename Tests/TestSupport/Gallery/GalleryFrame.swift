package import TerminalUI

/// A frame of the gallery, read once for all rules.
package struct GalleryFrame: Sendable {
  package let frame: Frame
  package let lines: [String]
  /// The lines as one text.
  package let text: String
  /// The visible cells of each row: all except blanks that are neither reversed nor underlined.
  package let visibleCells: [[PlacedCell]]

  package init(_ frame: Frame) {
    self.frame = frame
    lines = frame.lines
    text = lines.joined(separator: "\n")
    visibleCells = (0..<frame.size.rows).map { frame.visibleCells(ofRow: $0) }
  }

  package var size: Size { frame.size }
}

/// A cell and its place.
package struct PlacedCell: Sendable {
  package let point: Point
  package let cell: Cell

  package var text: String { cell.text }
  package var style: Style { cell.style }
}

extension Frame {
  fileprivate func visibleCells(ofRow row: Int) -> [PlacedCell] {
    var cells: [PlacedCell] = []
    for column in 0..<size.columns {
      let point = Point(column: column, row: row)
      let cell = self[point]
      guard cell.text != " " || cell.style.isReversed || cell.style.isUnderlined else { continue }
      cells.append(PlacedCell(point: point, cell: cell))
    }
    return cells
  }
}
