/// Decides which lines a linear terminal prints: whole pages, then only changes.
///
/// 1. An event is one line, printed once.
/// 2. A page is printed when it opens, when most of it has changed, or when a row has another number.
///    Otherwise only its new rows are.
/// 3. Before a layer shows its content, only events are printed, because its rows may not be true.
/// 4. The prompt comes last. For a screen reader it is the selected row, so the cursor stands there.
struct LineRenderer {
  struct Output: Equatable {
    let lines: [String]
    let prompt: String
  }

  private struct Page: Equatable {
    let layer: Int
    let title: String
    let menu: LineMenu
    let announcements: [Announcement]
    let isSettled: Bool
    let prompt: String
  }

  /// The advice for a layer that takes text.
  private static let typing = "Type it and press enter. An empty line leaves."

  /// The advice at the end of the first page.
  private static let advice = "Type a number, a key or a command's name. ? lists all keys."

  /// The minimum number of commands that are listed in two columns.
  private static let manyCommands = 8
  /// The maximum width of a list in two columns, which fits a terminal of the usual width.
  private static let columns = 78

  /// The length of the shortest row that counts as a part of a sentence, in characters.
  private static let shortestPart = 10

  private let style: LineStyle
  /// The page that was printed last.
  private var page: Page?
  /// The events at the last update.
  private var announcements: Set<Announcement> = []
  /// The commands that a typed line can mean now.
  private(set) var menu: LineMenu?
  private(set) var prompt = "> "

  init(_ style: LineStyle) { self.style = style }

  /// Returns the lines to print for what is shown now; `nil` if there is nothing new.
  ///
  /// - Parameters:
  ///   - reading: The screen that is shown now.
  ///   - isAnswer: Whether a line was typed since the last output. Then a prompt is always printed.
  /// - Returns: The lines and the prompt, or `nil`.
  mutating func update(_ reading: Reading, isAnswer: Bool) -> Output? {
    let (old, new) = (page, page(of: reading))
    let events = newEvents(of: new)
    let oldPrompt = prompt
    (menu, prompt) = (new.menu, new.prompt)
    guard new.isSettled else {
      return events.isEmpty ? nil : Output(lines: events, prompt: prompt)
    }
    page = new
    let lines = events + content(of: new, since: old)
    guard isAnswer || !lines.isEmpty || oldPrompt != prompt else { return nil }
    return Output(lines: lines, prompt: prompt)
  }

  private func page(of reading: Reading) -> Page {
    var menu = LineMenu(reading, style)
    let title = menu.rows.first?.text.split(separator: style == .plain ? "   " : ", ").first
    let name = title.map(String.init) ?? ""
    if reading.isSettled, let page, page.layer == reading.layer, page.title == name {
      menu.keepNumbers(of: page.menu)
    }
    let focus = style == .spoken && reading.isSettled ? menu.focus : nil
    return Page(
      layer: reading.layer, title: name, menu: menu,
      announcements: reading.announcements, isSettled: reading.isSettled,
      prompt: (focus.map { $0 + " " } ?? "") + "> ")
  }

  private mutating func newEvents(of new: Page) -> [String] {
    let known = announcements
    announcements = Set(new.announcements)
    return new.announcements.filter { !known.contains($0) }
      .map { style == .plain ? $0.text : $0.spoken }
  }

  private func content(of new: Page, since old: Page?) -> [String] {
    guard let old else { return whole(new) + ["", Self.advice] }
    guard old.layer == new.layer, old.title == new.title else { return whole(new) }
    let known = Set(old.menu.rows.map(\.text))
    let changed = new.menu.rows.filter { !known.contains($0.text) }
    guard changed.count * 2 <= new.menu.rows.count, !isRenumbered(new, since: old) else {
      return whole(new)
    }
    let rows = changed.filter { !isAnnounced($0.text, new.announcements) }
    return rows.map { line(of: $0) } + newCommands(of: new, since: old)
  }

  /// Whether a row that was printed has another number now, so that the printed one would mislead.
  private func isRenumbered(_ new: Page, since old: Page) -> Bool {
    let numbers = Dictionary(
      old.menu.rows.map { ($0.text, $0.number) }, uniquingKeysWith: { first, _ in first })
    return new.menu.rows.contains { row in numbers[row.text].map { $0 != row.number } ?? false }
  }

  /// Whether an event's line already contains the row's words.
  ///
  /// A short row can be a part of a sentence by chance.
  private func isAnnounced(_ row: String, _ announcements: [Announcement]) -> Bool {
    let words = row.drop { !$0.isLetter && !$0.isNumber }
    return announcements.contains {
      $0.text == words || words.count >= Self.shortestPart && $0.text.contains(words)
    }
  }

  private func whole(_ page: Page) -> [String] {
    let rows = page.menu.rows.filter { !isAnnounced($0.text, page.announcements) }
    let end = page.menu.takesText ? ["", Self.typing] : commands(page.menu.enabledCommands)
    return [""] + rows.map { line(of: $0) } + end
  }

  /// The commands, if one of them was not listed before.
  private func newCommands(of new: Page, since old: Page) -> [String] {
    let known = Set(old.menu.enabledCommands.map(\.listed))
    let commands = new.menu.enabledCommands
    let isListed = commands.allSatisfy { known.contains($0.listed) }
    return isListed ? [] : self.commands(commands)
  }

  private func line(of row: LineMenu.Row) -> String {
    switch style {
    case .plain: (row.number.map { "\($0)" } ?? "").leftPadded(to: 3) + "  " + row.text
    case .spoken: (row.number.map { "\($0). " } ?? "") + row.text
    }
  }

  /// For a screen reader, only the help lists the commands, not every page.
  private func commands(_ commands: [LineMenu.Item]) -> [String] {
    guard style == .plain, !commands.isEmpty else { return [] }
    let width = commands.map { Width.columns($0.label) }.max() ?? 0
    let texts = commands.map { command in
      command.numberText.leftPadded(to: 3) + "  " + command.label.padded(to: width) + "  "
        + command.caption
    }
    return [""] + inTwoColumns(texts)
  }

  /// The texts in one column, or in two if there are many.
  private func inTwoColumns(_ texts: [String]) -> [String] {
    let (rows, width) = ((texts.count + 1) / 2, texts.map(Width.columns).max() ?? 0)
    guard texts.count >= Self.manyCommands, 2 * width + 2 <= Self.columns else { return texts }
    return (0..<rows).map { row in
      guard row + rows < texts.count else { return texts[row] }
      return texts[row].padded(to: width) + "  " + texts[row + rows]
    }
  }
}

extension LineMenu.Item {
  fileprivate var numberText: String { number.map { "\($0)" } ?? "" }

  /// The number and the name, by which a command is compared with those that were printed.
  fileprivate var listed: String { "\(numberText) \(label)" }
}

extension String {
  fileprivate func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - count)) + self
  }
}
