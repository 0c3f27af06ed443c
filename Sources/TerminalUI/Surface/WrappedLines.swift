/// Words in lines of a width; each character is measured at most twice, however long a word is.
struct WrappedLines {
  private let columns: Int
  private let measure: (Character) -> Int
  private var full: [String] = []
  private var line = ""
  private var used = 0

  /// - Parameters:
  ///   - columns: The width of a line, at least 1.
  ///   - measure: The columns of a character.
  init(columns: Int, measure: @escaping (Character) -> Int = Width.columns(of:)) {
    self.columns = columns
    self.measure = measure
  }

  /// Every line; the last one may be empty.
  var all: [String] { full + [line] }

  /// Adds a word after a space, on a new line if it does not fit, and on several if it is longer than one.
  mutating func add(_ word: Substring) {
    let width = word.reduce(0) { $0 + measure($1) }
    if line.isEmpty || used + 1 + width > columns {
      if !line.isEmpty { breakLine() }
    } else {
      line += " "
      used += 1
    }
    guard used + width > columns else {
      line += word
      used += width
      return
    }
    for character in word { add(character) }
  }

  private mutating func add(_ character: Character) {
    let width = measure(character)
    if !line.isEmpty, used + width > columns { breakLine() }
    line.append(character)
    used += width
  }

  private mutating func breakLine() {
    full.append(line)
    line = ""
    used = 0
  }
}
