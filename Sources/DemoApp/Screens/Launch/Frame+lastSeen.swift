import TerminalUI

extension Frame {
  /// Dims the words of a page, because they are not yet known to be true.
  ///
  /// Pictures and the selected row stay as they are, and so do the places and the keys around the page.
  /// So few cells are drawn again when the page becomes true, and nothing moves.
  mutating func showAsLastSeen(_ page: Rect) {
    restyleText(page) { style in
      style.isReversed ? style : Style(.muted, isUnderlined: style.isUnderlined)
    }
  }
}
