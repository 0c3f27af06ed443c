/// A command as the command line offers it.
struct LineCommand: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    /// Presses a key of the layer below or of the program.
    case press(Key)
    /// Performs a named command of the layer below.
    case layer(String)
    /// Performs a named command of the provider with this index.
    case provider(Int, String)
  }

  let action: Action
  let label: String
  /// The key that does the same; empty without one.
  let caption: String
  let disabledReason: String?
  /// Its place among the commands of an empty line: the lowest is wanted most.
  private let interest: Int

  var isEnabled: Bool { disabledReason == nil }
}

extension LineCommand {
  /// The command of a key; `nil` if the key only moves something.
  init?(_ binding: KeyBinding) {
    guard binding.group != .movement, let key = binding.keys.first else { return nil }
    self.init(
      action: .press(key), label: binding.label, caption: binding.caption,
      disabledReason: binding.disabledReason,
      interest: KeyGroup.byInterest.firstIndex { $0.contains(binding.group) } ?? 0)
  }

  init(_ command: NamedCommand, action: Action) {
    self.init(
      action: action, label: command.label, caption: "", disabledReason: command.disabledReason,
      interest: KeyGroup.byInterest.count)
  }
}

extension [LineCommand] {
  /// The commands whose label matches a text, the best first; each label once.
  ///
  /// Among labels that match equally well, enabled ones come first, and then those that are wanted
  /// most.
  func matching(_ text: String) -> [LineCommand] {
    var labels: Set<String> = []
    let unique = filter { labels.insert($0.label).inserted }
    let ranked = unique.enumerated().compactMap { index, command in
      command.rank(for: text, index: index).map { (command, $0) }
    }
    return ranked.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }
}

extension LineCommand {
  /// `nil` if the text is not in the label.
  fileprivate func rank(for text: String, index: Int) -> [Int]? {
    label.lowercased().closeness(to: text.lowercased()).map {
      [$0, isEnabled ? 0 : 1, interest, index]
    }
  }
}

extension String {
  /// How well the text matches `word`: 0 if it is equal, 4 if it only has the same letters in their
  /// order; `nil` if it lacks one.
  fileprivate func closeness(to word: String) -> Int? {
    if self == word { return 0 }
    if hasPrefix(word) { return 1 }
    if split(separator: " ").contains(where: { $0.hasPrefix(word) }) { return 2 }
    if contains(word) { return 3 }
    return hasLetters(of: word) ? 4 : nil
  }

  private func hasLetters(of word: String) -> Bool {
    var rest = self[...]
    return word.allSatisfy { letter in
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
      return true
    }
  }
}
