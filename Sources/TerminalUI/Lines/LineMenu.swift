/// A reading as a numbered menu of its rows and commands.
///
/// It is made from the frame's regions and the layer's keys, so it has the same commands as the
/// screen. Rows that can be opened come first, then the commands that are enabled. A key that is a
/// digit keeps its number.
struct LineMenu: Equatable {
  /// Something that can be done, by a number.
  struct Item: Equatable {
    /// `nil` for a command that cannot be used now, which is not listed.
    fileprivate(set) var number: Int?
    let label: String
    /// The key as a person reads it; empty for a row.
    let caption: String
    let inputs: [Input]
    var isEnabled = true
  }

  /// A row, and the item that it stands for.
  struct Row: Equatable {
    let text: String
    let number: Int?
  }

  let rows: [Row]
  /// The rows that can be chosen.
  let choices: [Item]
  private(set) var commands: [Item]
  /// The text of the selected row.
  let focus: String?
  private let bindings: [KeyBinding]
  /// Whether a line is text for the layer.
  let takesText: Bool

  init(_ reading: Reading, _ style: LineStyle) {
    let read = reading.frame.readRows(style, hasChoices: reading.opensChoices)
    var numbers = Numbers(without: reading.bindings, shownIn: read)
    choices = Self.choices(in: read, &numbers)
    rows = Self.rows(read, choices)
    commands = Self.commands(of: reading, hasChoices: !choices.isEmpty, &numbers)
    focus = read.first(where: \.isSelected)?.text
    bindings = reading.bindings
    takesText = reading.takesText
  }

  private static func choices(in rows: [ReadRow], _ numbers: inout Numbers) -> [Item] {
    let hasSelection = rows.contains(where: \.isSelected)
    return rows.compactMap { row in
      row.choice.map { index in
        Item(
          choosing: index, row, opensAtOnce: row.isSelected || !hasSelection,
          number: numbers.next())
      }
    }
  }

  /// The rows, with the numbers of those that can be chosen.
  private static func rows(_ rows: [ReadRow], _ choices: [Item]) -> [Row] {
    var numbers = choices.compactMap(\.number).makeIterator()
    return rows.map { Row(text: $0.text, number: $0.choice == nil ? nil : numbers.next()) }
  }

  /// The commands; only those that can be used now have a number.
  private static func commands(
    of reading: Reading, hasChoices: Bool, _ numbers: inout Numbers
  ) -> [Item] {
    distinct(reading.bindings.filter { !$0.needsScreen }).flatMap { binding in
      Item.items(of: binding, hasChoices: hasChoices) { key in
        binding.isEnabled && reading.isSettled ? numbers.number(of: key) : nil
      }
    }
  }

  /// One binding for each label, because two keys with one label are one command.
  ///
  /// The first enabled binding is kept; if none is enabled, the first one.
  private static func distinct(_ bindings: [KeyBinding]) -> [KeyBinding] {
    let enabled = Set(bindings.filter(\.isEnabled).map(\.label))
    var labels: Set<String> = []
    return bindings.filter { binding in
      guard binding.isEnabled || !enabled.contains(binding.label) else { return false }
      return labels.insert(binding.label).inserted
    }
  }
}

extension Reading {
  /// Whether a chosen row can be opened.
  ///
  /// It cannot on a sheet, where Enter leaves, while a number would be text, or before the rows are
  /// read out.
  fileprivate var opensChoices: Bool {
    isSettled && !takesText
      && !bindings.contains { $0.keys.contains(.enter) && $0.keys.contains(.escape) }
  }
}

extension LineMenu {
  var enabledCommands: [Item] { commands.filter(\.isEnabled) }

  /// Keeps the numbers that were printed for this page, unless it has new commands or rows.
  ///
  /// So a purchase in progress, which disables commands, changes no number.
  mutating func keepNumbers(of printed: LineMenu) {
    let known = printed.enabledCommands.map { ($0.label, $0.number) }
    let numbers = Dictionary(known, uniquingKeysWith: { first, _ in first })
    guard choices.map(\.number) == printed.choices.map(\.number),
      enabledCommands.allSatisfy({ numbers[$0.label] != nil })
    else { return }
    for index in commands.indices where commands[index].isEnabled {
      commands[index].number = numbers[commands[index].label] ?? nil
    }
  }
}

// MARK: - Numbers

extension LineMenu {
  /// Counts from 1, without the digits that are keys.
  ///
  /// A digit whose key is disabled is counted too, unless a row begins with it.
  private struct Numbers {
    private let keys: Set<Int>
    private var last = 0

    init(without bindings: [KeyBinding], shownIn rows: [ReadRow]) {
      let named = Set(rows.compactMap { $0.text.split(separator: " ").first.flatMap { Int($0) } })
      keys = bindings.reduce(into: []) { keys, binding in
        let digits = binding.keys.compactMap(\.digit)
        keys.formUnion(digits.filter { binding.isEnabled || named.contains($0) })
      }
    }

    mutating func next() -> Int {
      repeat { last += 1 } while keys.contains(last)
      return last
    }

    /// A digit's own number; otherwise the next one.
    mutating func number(of key: Key) -> Int { key.digit ?? next() }
  }
}

extension Key {
  fileprivate var digit: Int? {
    guard case .character(let character) = self, character.isASCII else { return nil }
    return character.wholeNumberValue
  }

  fileprivate var isArrow: Bool { [.up, .down, .left, .right].contains(self) }
}

extension LineMenu.Item {
  /// A row: it is selected and opened, as two presses do.
  ///
  /// One press is enough if the row is selected already, or if rows are not selected here.
  fileprivate init(choosing index: Int, _ row: ReadRow, opensAtOnce: Bool, number: Int) {
    let press = Input.choice(index)
    self.init(
      number: number, label: row.text, caption: "",
      inputs: opensAtOnce ? [press] : [press, press])
  }

  /// The items of a binding; none for keys that move the selection, because rows have numbers.
  fileprivate static func items(
    of binding: KeyBinding, hasChoices: Bool, number: (Key) -> Int?
  ) -> [Self] {
    let arrows = binding.keys.filter(\.isArrow)
    guard arrows.isEmpty else {
      return hasChoices
        ? [] : arrows.map { Self($0, of: binding, named: binding.name(of: $0), number($0)) }
    }
    // The rows of a sheet name their own keys.
    let characters = binding.keys.filter { if case .character = $0 { true } else { false } }
    guard characters.count < 2, let key = binding.keys.first else { return [] }
    return [Self(key, of: binding, named: binding.label, number(key))]
  }

  private init(_ key: Key, of binding: KeyBinding, named label: String, _ number: Int?) {
    self.init(
      number: number, label: label, caption: key.word, inputs: [.key(key)],
      isEnabled: binding.isEnabled)
  }
}

extension KeyBinding {
  /// The name of an arrow's command: "quantity up", but "previous" for the opposite of "next".
  fileprivate func name(of arrow: Key) -> String {
    guard label == "next" else { return "\(label) \(arrow.word)" }
    return arrow == .left || arrow == .up ? "previous" : label
  }
}

// MARK: - Answers

extension LineMenu {
  enum Answer: Equatable {
    case inputs([Input])
    /// The line means nothing here; the sentence says what can be typed.
    case unknown(String)
  }

  /// The inputs that a typed line stands for: a number, a key, or a command's name.
  ///
  /// On a layer that takes text the line is that text, and an empty line leaves. Elsewhere an empty
  /// line is Enter.
  func answer(to line: String) -> Answer {
    let line = line.trimmed
    if takesText { return .inputs(line.isEmpty ? [.key(.escape)] : Self.typing(line)) }
    if line.isEmpty { return .inputs([.key(.enter)]) }
    return input(of: line) ?? command(named: line.lowercased())
  }

  private static func typing(_ text: String) -> [Input] {
    text.map { .key(.character($0)) } + [.key(.enter)]
  }

  private func input(of line: String) -> Answer? {
    let item = Int(line).flatMap { number in
      (choices + commands).first { $0.number == number }
    }
    if let item { return .inputs(item.inputs) }
    if let key = Key(word: line), line.count > 1 || isKey(key) { return .inputs([.key(key)]) }
    return nil
  }

  /// Whether the key does something, or would say why it does nothing.
  private func isKey(_ key: Key) -> Bool {
    [.character("?"), .character(":")].contains(key) || bindings.contains { $0.keys.contains(key) }
  }

  private func command(named name: String) -> Answer {
    let exact = commands.filter { $0.label.lowercased() == name }
    let found = exact.isEmpty ? commands.filter { $0.label.lowercased().hasPrefix(name) } : exact
    guard let command = found.first else { return .unknown(Self.nothing(named: name)) }
    guard found.count == 1 else {
      let labels = found.map(\.label).joined(separator: ", ")
      return .unknown("\"\(name)\" could be \(labels). Type more of it, or a number.")
    }
    return .inputs(command.inputs)
  }

  private static func nothing(named name: String) -> String {
    "There is no \"\(name)\" here. Type a number, a key or a name; ? lists all keys."
  }
}
