import ArgumentParser
import Foundation

/// The commands that a command line names, as far as they exist.
///
/// ArgumentParser takes a word that does not name a command for an argument of the default command,
/// and prints help for a group whose command is missing.
struct CommandPath {
  /// The last command that is named.
  private(set) var command: any ParsableCommand.Type = Skdemo.self
  /// The first word that should name a command but does not.
  private(set) var unknown: String?
  /// Whether the words ask for help or for something else that is printed instead of a result.
  private(set) var asksForText: Bool
  /// Whether the words name a command of the operator, whose dates are in UTC.
  private(set) var isOperators = false

  /// - Parameter arguments: The command line, without the name of the program.
  init(_ arguments: [String]) {
    // The arguments after a terminator are another program's.
    let arguments = Array(arguments.prefix { $0 != "--" })
    asksForText = arguments.contains { Self.textOptions.contains($0) }
    var words = Words(of: arguments)
    var word = words.next()
    if word?.text == "help" {
      asksForText = true
      word = words.next()
      // The parser's own command, which is in no list of subcommands.
      if word?.text == "help" { return }
    }
    isOperators = word?.text == StoreCommand._commandName
    while let text = word?.text {
      follow(text)
      // A word after the last command may be an option's value, and finding out takes long.
      word = hasCommands && unknown == nil ? words.next() : nil
    }
  }

  /// The failure of a command line that names no command, or a group alone; `nil` if it names a command.
  ///
  /// - Parameter isJSON: Whether a program reads the output, which never gets help instead of a
  ///   result.
  /// - Returns: The failure, or `nil`.
  func failure(isJSON: Bool) -> CommandFailure? {
    if let unknown { return .unknownCommand(unknown, among: names) }
    guard isJSON, !asksForText, hasCommands, command.configuration.defaultSubcommand == nil else {
      return nil
    }
    return .missingCommand(of: command._commandName, among: names)
  }

  private var hasCommands: Bool { !command.configuration.subcommands.isEmpty }

  private var names: [String] { command.configuration.subcommands.map { $0._commandName } }

  private mutating func follow(_ word: String) {
    if let next = Self.subcommand(word, of: command) {
      command = next
    } else {
      unknown = word
    }
  }

  private static func subcommand(
    _ name: String, of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0._commandName == name }
  }
}

// MARK: - Help

extension CommandPath {
  /// Returns the command line with `help` before the group that it follows: the parser accepts
  /// `skdemo help store`, but not `skdemo store help`.
  static func movingHelp(in arguments: [String]) -> [String] {
    let own = Array(arguments.prefix { $0 != "--" })
    // Distinguishing words from option values takes long.
    guard own.contains("help") else { return arguments }
    let words = Array(Words(of: own))
    let names = words.prefix { $0.text != "help" }
    guard let first = names.first, names.count < words.count, isGroup(names.map(\.text))
    else { return arguments }
    var moved = arguments
    moved.insert(moved.remove(at: words[names.count].position), at: first.position)
    return moved
  }

  /// Whether these words name a group of commands.
  private static func isGroup(_ names: some Sequence<String>) -> Bool {
    var command: any ParsableCommand.Type = Skdemo.self
    for name in names {
      guard let next = subcommand(name, of: command) else { return false }
      command = next
    }
    return !command.configuration.subcommands.isEmpty
  }
}

// MARK: - Options

extension CommandPath {
  private static let textOptions: Set = ["--help", "-h", "--help-hidden", "--version"]

  /// The arguments that are neither options nor their values, with their positions.
  private struct Words: Sequence, IteratorProtocol {
    private var rest: ArraySlice<String>

    init(of arguments: [String]) {
      // Shell completion has its own arguments.
      rest = arguments.first?.hasPrefix("---") == true ? [] : arguments[...]
    }

    mutating func next() -> (position: Int, text: String)? {
      while let text = rest.first {
        let position = rest.startIndex
        rest.removeFirst()
        guard text.hasPrefix("-") else { return (position, text) }
        if isFollowedByValue(text) { rest.removeFirst() }
      }
      return nil
    }

    private func isFollowedByValue(_ option: String) -> Bool {
      !rest.isEmpty && !textOptions.contains(option) && optionsWithValue.contains(option)
    }
  }

  /// The options of all commands that are followed by a value, as the parser lists them.
  ///
  /// Making the list takes many times as long as parsing a command line.
  private static let optionsWithValue: Set<String> = {
    let tree = try? JSONDecoder().decode(Tree.self, from: Data(Skdemo._dumpHelp().utf8))
    return (tree?.command.optionsWithValue ?? []).union(["--generate-completion-script"])
  }()

  private struct Tree: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let subcommands: [Command]?
    let arguments: [Argument]?

    var optionsWithValue: Set<String> {
      let own = (arguments ?? []).filter { $0.kind == "option" }.flatMap { $0.names ?? [] }
      return (subcommands ?? []).reduce(into: Set(own.map(\.text))) {
        $0.formUnion($1.optionsWithValue)
      }
    }
  }

  private struct Argument: Decodable {
    let kind: String
    let names: [Name]?
  }

  private struct Name: Decodable {
    let kind: String
    let name: String

    var text: String { (kind == "long" ? "--" : "-") + name }
  }
}

extension CommandFailure {
  fileprivate static func unknownCommand(_ word: String, among names: [String]) -> CommandFailure {
    if let name = Spelling.nearest(to: word, in: names) {
      return .malformed(
        "there is no command '\(word)': did you mean '\(name)'? skdemo help lists the commands")
    }
    return .malformed(
      """
      there is no command '\(word)': the commands are \(names.joined(separator: ", ")). \
      skdemo help explains them
      """)
  }

  fileprivate static func missingCommand(
    of group: String, among names: [String]
  ) -> CommandFailure {
    .malformed(
      "\(group) needs one of its commands: \(names.joined(separator: ", ")). skdemo help \(group) "
        + "explains them")
  }
}
