import TerminalUI

extension Frame {
  /// Makes everything above the footer muted, because it is not yet known to be true.
  ///
  /// Texts and places stay, so that nothing moves when it becomes true.
  mutating func showAsLastSeen() {
    restyle(Rect(column: 0, row: 0, columns: size.columns, rows: size.rows - 1)) { style in
      Style(.muted, isReversed: style.isReversed, isUnderlined: style.isUnderlined)
    }
  }
}
