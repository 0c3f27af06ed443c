import TerminalUI

/// A message instead of a screen on which nothing can be read.
struct TooSmallScreen {
  func draw(on frame: inout Frame) {
    let lines =
      Self.texts.map { $0.wrapped(to: frame.size.columns) }
      .first { $0.count <= frame.size.rows } ?? ["Too small"]
    for (row, line) in lines.prefix(frame.size.rows).enumerated() {
      frame.write(line, at: Point(column: 0, row: row))
    }
  }

  /// The longest first.
  private static let texts = ["Make the window larger: 20 × 6 at least.", "20 × 6, please", "20×6"]
}
