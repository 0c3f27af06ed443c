// Marks for a terminal that reads the screen out.
extension Frame {
  /// Marks a part as a picture; gauges and plots are pictures too.
  ///
  /// A terminal that reads the screen out omits it, even if it has letters. The cells do not change.
  package mutating func markPicture(_ rect: Rect) {
    let part = rect.intersection(bounds)
    guard part.size.columns > 0, part.size.rows > 0 else { return }
    pictures.append(part)
  }

  /// Marks a row as the continuation of the sentence above, which was too long for its row.
  package mutating func markContinuation(row: Int) { continuations.insert(row) }

  /// The columns of a row that show a picture.
  func pictureColumns(ofRow row: Int) -> [Range<Int>] {
    pictures.filter { ($0.minRow..<$0.maxRow).contains(row) }.map { $0.minColumn..<$0.maxColumn }
  }
}
