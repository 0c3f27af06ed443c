/// The part of a list that is in view.
///
/// It stays until the selection leaves it. So a key changes few cells of the screen, and a terminal
/// can move the lines that stay.
enum ListWindow {
  /// Chooses the lines in view.
  ///
  /// - Parameters:
  ///   - first: The first line that was in view.
  ///   - selected: The lines that must be in view; the last of them if there is no room for all.
  ///   - room: The number of lines that fit.
  ///   - count: The number of all lines.
  ///   - isPaged: Whether it moves by as many lines as fit, where a terminal cannot move lines
  ///     because other things are beside them. Otherwise it moves by as few as possible.
  /// - Returns: The lines in view.
  static func lines(
    from first: Int, showing selected: Range<Int>, room: Int, count: Int, isPaged: Bool = false
  ) -> Range<Int> {
    let last = max(0, count - room)
    let current = min(max(0, first), last)
    var first = current
    if selected.upperBound > current + room {
      first = isPaged ? min(selected.lowerBound, last) : selected.upperBound - room
    } else if selected.lowerBound < current {
      first = isPaged ? max(0, selected.upperBound - room) : selected.lowerBound
    }
    first = max(first, selected.upperBound - room)
    return first..<min(count, first + max(0, room))
  }
}
