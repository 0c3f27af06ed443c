import TerminalUI

extension GalleryFrame {
  /// Rule: a sentence does not repeat a date that another sentence has.
  package var repeatedDates: [String] {
    let dates = sentences.flatMap { sentence in
      Set(sentence.matches(of: #/\d{1,2} [A-Z][a-z]{2} \d{4}/#).map { String($0.output) })
    }
    return Dictionary(grouping: dates, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
      .map { "\($0) is said twice" }
  }

  /// The words that end at one of the right edges, where a text could have been cut off.
  package var wordsAtRightEdges: Set<String> {
    let edges = [Rect.column(of: size).maxColumn, Rect.content(of: size).maxColumn]
    return Set((0..<size.rows).flatMap { row in edges.compactMap { word(endingAt: $0, row: row) } })
  }

  private func word(endingAt edge: Int, row: Int) -> String? {
    guard !frame[Point(column: edge, row: row)].isLetter else { return nil }
    var column = edge - 1
    var word = ""
    while frame[Point(column: column, row: row)].isLetter {
      word = frame[Point(column: column, row: row)].text + word
      column -= 1
    }
    return word.isEmpty ? nil : word
  }

  /// All words of the screen, without signs at their ends.
  package var allWords: Set<String> { lines.allWords }
}

extension Sequence<String> {
  /// All words of these lines, without signs at their ends; equal lines are read once.
  package var allWords: Set<String> {
    Set(Set(self).flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init))
  }
}

extension Cell {
  fileprivate var isLetter: Bool { text.first.map { $0.isLetter || $0.isNumber } ?? false }
}
