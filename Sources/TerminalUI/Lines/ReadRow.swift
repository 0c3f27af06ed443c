/// One row of a frame as text.
struct ReadRow: Equatable {
  private(set) var text: String
  /// The index of the element that begins here, if it can be chosen.
  var choice: Int?
  /// Whether the row belongs to the selected element.
  var isSelected = false

  /// Adds a row that continues its sentence.
  mutating func append(_ rest: ReadRow) {
    text = (text + " " + rest.text).withSpokenRates
    isSelected = isSelected || rest.isSelected
  }
}

extension Frame {
  /// The rows with text in reading order, without pictures and the keys of the last row.
  ///
  /// Elements can be chosen only with `hasChoices`. For a screen reader, a sentence is one row.
  func readRows(_ style: LineStyle, hasChoices: Bool) -> [ReadRow] {
    var begun: Set<Int> = []
    var rows: [ReadRow] = []
    for index in 0..<max(0, size.rows - 1) {
      guard let row = readRow(index, style, hasChoices: hasChoices, &begun) else { continue }
      if style == .spoken, continuations.contains(index), row.choice == nil, !rows.isEmpty {
        rows[rows.count - 1].append(row)
      } else {
        rows.append(row)
      }
    }
    return rows
  }

  /// `nil` for a row without words; `begun` has the elements that the rows above belong to.
  private func readRow(
    _ row: Int, _ style: LineStyle, hasChoices: Bool, _ begun: inout Set<Int>
  ) -> ReadRow? {
    let text = text(ofRow: row, style)
    guard text.hasWords else { return nil }
    let region = choiceRegion(inRow: row)
    let isFirst = region.map { begun.insert($0.index).inserted } ?? false
    return ReadRow(
      text: text, choice: isFirst && hasChoices ? region?.index : nil,
      isSelected: region.map { isReversed($0.rect, row: row) } ?? false)
  }

  private func text(ofRow row: Int, _ style: LineStyle) -> String {
    let pictures = pictureColumns(ofRow: row)
    let text = self.row(row).enumerated().map { column, cell in
      pictures.contains { $0.contains(column) } ? " " : cell.text
    }.joined().replacing(Glyphs.enter, with: Key.enter.word)
    return style == .plain ? text.withoutBorders : text.withoutSigns.withSpokenRates
  }

  private func choiceRegion(inRow row: Int) -> (index: Int, rect: Rect)? {
    for region in regions where (region.rect.minRow..<region.rect.maxRow).contains(row) {
      if case .choice(let index) = region.press { return (index, region.rect) }
    }
    return nil
  }

  private func isReversed(_ rect: Rect, row: Int) -> Bool {
    (rect.minColumn..<rect.maxColumn).contains {
      self[Point(column: $0, row: row)].style.isReversed
    }
  }
}

extension String {
  private static let borders = Set("│┃║╭╮╰╯┏┓┗┛┌┐└┘├┤┬┴┼╔╗╚╝▌▐")
  private static let strokes = Set("─━═╌┄┈╍▔▁░▒▓█▏▎▍▋▊▉")
  private static let signs = Set("✓●◐◌○◉×▸›·↑↓←→↵★☆↻…╶╴┊╎╳◆◇■□▲▼◀▶–")

  /// Whether there is anything to read.
  fileprivate var hasWords: Bool { contains { $0.isLetter || $0.isNumber } }

  /// The text without the lines of boxes and rules, and without blanks at its ends.
  fileprivate var withoutBorders: String {
    let kept = map { Self.borders.contains($0) ? " " : $0 }
    let text = String(kept).trimmed
    let rule = text.allSatisfy { Self.strokes.contains($0) || $0 == " " }
    return rule ? "" : text.droppingLongRules.trimmed
  }

  /// The words of the text; a comma stands for wide space between them.
  fileprivate var withoutSigns: String {
    let hidden = Self.borders.union(Self.strokes).union(Self.signs)
    let text = String(map { hidden.contains($0) ? " " : $0 })
    return text.split(separator: "  ").map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// "$3.99 per month" instead of "$3.99 / month".
  fileprivate var withSpokenRates: String { replacing(" / ", with: " per ") }

  /// The text without rules that fill the space before or after words.
  private var droppingLongRules: String {
    var text = self[...]
    while let last = text.last, Self.rules.contains(last) { text.removeLast() }
    while let first = text.first, Self.rules.contains(first) { text.removeFirst() }
    return String(text)
  }

  private static let rules = Set("─━═")
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    return String(text)
  }
}
