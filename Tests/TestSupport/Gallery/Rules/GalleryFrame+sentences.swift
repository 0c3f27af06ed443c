import TerminalUI

extension GalleryFrame {
  /// Rule: no sentence has more than twelve words.
  package var longSentences: [String] {
    sentences.filter { $0.words.count > 12 }.map { "'\($0)' has \($0.words.count) words" }
  }

  /// The sentences with a full stop, as far as their rows stand below each other.
  package var sentences: [String] {
    paragraphs.flatMap(\.sentences)
  }

  /// Texts of several rows that begin in one column.
  private var paragraphs: [String] {
    var ended: [String] = []
    var open: [Int: String] = [:]
    for cells in visibleCells {
      var next: [Int: String] = [:]
      for part in cells.parts {
        if part.text.first?.isLowercase == true, let start = open.removeValue(forKey: part.column) {
          next[part.column] = "\(start) \(part.text)"
        } else {
          next[part.column] = part.text
        }
      }
      ended += open.values
      open = next
    }
    return (ended + open.values).sorted()
  }
}

extension String {
  /// The words, without signs; a date with its month and year is one.
  package var words: [String] {
    let tokens = split { " /".contains($0) }.map(String.init)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
    return tokens.indices.filter { index in
      let isMonth = tokens[index].isMonth
      let isYear = index > 0 && tokens[index - 1].isMonth && tokens[index].first?.isNumber == true
      return !isMonth && !isYear
    }.map { tokens[$0] }
  }

  private var isMonth: Bool { Self.months.contains(self) }

  private static let months: Set = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A rest without a full stop is no sentence.
  fileprivate var sentences: [String] {
    var sentences: [String] = []
    var words: [Substring] = []
    for word in split(separator: " ") {
      words.append(word)
      guard let last = word.last, ".!?".contains(last) else { continue }
      sentences.append(words.joined(separator: " "))
      words = []
    }
    return sentences
  }
}

extension [PlacedCell] {
  /// The parts of a row between wide gaps and borders, each with the column of its first letter.
  fileprivate var parts: [(column: Int, text: String)] {
    var parts: [(column: Int, text: String)] = []
    var blanks = 2
    var end = 0
    for cell in self {
      blanks += cell.point.column - end
      end = cell.point.column + 1
      if cell.text.isEmpty { continue }
      if cell.text == " " {
        blanks += 1
      } else if Self.borders.contains(cell.text) {
        blanks += 2
      } else if blanks < 2, !parts.isEmpty {
        parts[parts.count - 1].text += (blanks == 1 ? " " : "") + cell.text
        blanks = 0
      } else if cell.beginsText {
        parts.append((cell.point.column, cell.text))
        blanks = 0
      }
    }
    return parts
  }

  private static let borders: Set = ["│", "┃", "|"]
}

extension PlacedCell {
  fileprivate var beginsText: Bool {
    text.first.map { $0.isLetter || $0.isNumber || $0 == "'" } ?? false
  }
}
