/// The key of each named command.
///
/// A person can give a command another key, but only one that every terminal has and that means
/// nothing else on any screen.
package struct KeyMap: Hashable, Sendable {
  private var keys: [String: Character]

  /// - Parameter standard: The keys that the commands have unless a setting changes them, by name.
  package init(standard: [String: Character]) {
    keys = standard
  }

  /// The names of the commands, in alphabetical order.
  package var names: [String] { keys.keys.sorted() }

  /// The command's key; `nil` if there is no such command.
  package subscript(name: String) -> Character? { keys[name] }

  /// Gives commands other keys, all at once, so that two commands can exchange theirs.
  ///
  /// - Parameter settings: The new keys as they were written, by the command's name.
  /// - Returns: The map with these keys.
  /// - Throws: ``KeyMapError`` if a command is unknown, a key is unsafe, or two commands would have
  ///   the same key.
  package func changed(by settings: [String: String]) throws(KeyMapError) -> KeyMap {
    var changed = self
    for (name, text) in settings.sorted(by: { $0.key < $1.key }) {
      guard keys[name] != nil else { throw .unknownCommand(name, known: names) }
      changed.keys[name] = try key(text, for: name)
    }
    try changed.checkConflicts()
    return changed
  }

  /// The keys that lists, sheets and the program need: movement, paying, driving, help, the command
  /// line, a filter and the mouse.
  package static let reserved = Set("jkgGpyM?:/0123456789")

  private func key(_ text: String, for name: String) throws(KeyMapError) -> Character {
    guard text.count == 1, let key = text.first, key.isASCII, key.isLetter else {
      throw .unsafeKey(text, command: name)
    }
    guard !Self.reserved.contains(key) || keys[name] == key else {
      throw .reservedKey(key, command: name)
    }
    return key
  }

  private func checkConflicts() throws(KeyMapError) {
    var commands: [Character: String] = [:]
    for name in names {
      guard let key = keys[name] else { continue }
      if let other = commands.updateValue(name, forKey: key) {
        throw .conflict(key: key, other, name)
      }
    }
  }
}

/// The reason why a command cannot have a key.
package enum KeyMapError: Error, Hashable, Sendable {
  case unknownCommand(String, known: [String])
  /// Not every terminal has the key.
  case unsafeKey(String, command: String)
  /// The key moves, pays or opens something on every screen.
  case reservedKey(Character, command: String)
  /// Two commands would have the same key.
  case conflict(key: Character, String, String)
}

extension KeyMapError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownCommand(let name, let known):
      "there is no command '\(name)' to give a key: "
        + "the commands are \(known.joined(separator: ", "))"
    case .unsafeKey(let text, let command):
      "the command '\(command)' cannot have the key '\(text)': use one letter from a to z or A to Z"
    case .reservedKey(let key, let command):
      "the command '\(command)' cannot have the key '\(key)': "
        + "it moves, pays or opens something on every screen; use another letter"
    case .conflict(let key, let first, let second):
      "the commands '\(first)' and '\(second)' cannot both have the key '\(key)': "
        + "give one of them another letter"
    }
  }
}
