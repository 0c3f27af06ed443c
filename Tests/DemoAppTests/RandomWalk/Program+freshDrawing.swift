@testable import TerminalUI

extension Program {
  /// Whether the screen is what its layers draw anew; a difference is the new drawing.
  ///
  /// Between two steps of the program's loop, everything that has changed a layer was drawn.
  @Screen var differenceFromFreshDrawing: String? {
    guard let shown, !hasChanges else { return nil }
    let fresh = stack.frame(size: shown.size, isASCII: terminal.isASCII)
    return fresh == shown ? nil : "shown:\n\(shown.text)\nfresh:\n\(fresh.text)"
  }
}

extension Frame {
  /// This frame after the runs that lead to `next` were painted over it.
  func painted(to next: Frame) -> Frame {
    var frame = size == next.size ? self : Frame(size: next.size)
    for run in next.differences(from: self) {
      for (offset, cell) in run.cells.enumerated() where !cell.text.isEmpty {
        let point = Point(column: run.start.column + offset, row: run.start.row)
        frame.write(cell.text, at: point, style: cell.style)
      }
    }
    return frame
  }
}
