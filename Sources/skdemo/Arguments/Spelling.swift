/// Finds the word that a person probably meant by a mistyped one.
enum Spelling {
  /// Returns the most similar name, if it is similar enough.
  ///
  /// A letter that is missing, wrong or too many, and two letters in the wrong order, are one mistake
  /// each. One mistake is allowed for each three letters, at least one and at most two.
  static func nearest(to word: String, in names: [String]) -> String? {
    let limit = min(2, max(1, word.count / 3))
    let distances = names.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
    let best = distances.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= limit && $0.distance < word.count ? $0.name : nil }
  }

  /// The number of mistakes that turn one word into the other.
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for (row, letter) in one.enumerated() {
      var line = [row + 1]
      for (column, known) in other.enumerated() {
        var least = min(
          line[column] + 1, rows[row][column + 1] + 1, rows[row][column] + (letter == known ? 0 : 1)
        )
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == known {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        line.append(least)
      }
      rows.append(line)
    }
    return rows[one.count][other.count]
  }
}
