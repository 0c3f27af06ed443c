import ArgumentParser

/// The command `skdemo` and everything below it.
///
/// The commands directly below it have explicit names: to derive a name from its type, ArgumentParser
/// would look at the type at every start.
struct Skdemo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skdemo",
    abstract: "The App Store's purchase loop in a terminal.",
    discussion: """
      Without a command it opens the storefront, on a store of its own in your data folder. \
      No money moves. skdemo help storefront lists its options.
      """,
    version: "0.1.0",
    subcommands: [
      Storefront.self, Status.self, Products.self, Buy.self, SubscriptionCommand.self,
      PaymentCommand.self, Redeem.self, Refund.self, Restore.self, Open.self, History.self,
      SignInCommand.self, SignOutCommand.self, PasswordCommand.self, Devices.self, Run.self,
      StoreCommand.self, Serve.self,
    ],
    defaultSubcommand: Storefront.self
  )

  /// Every command has these options, so that they may also stand before the command's name: a
  /// command takes a group that a command above it has parsed.
  @OptionGroup var store: StoreOptions

  /// The failure for a word that is not the name of a command; `nil` if there is no such word.
  ///
  /// ArgumentParser takes such a word for an argument of the default command, whose usage it prints.
  static func unknownCommand(in arguments: [String]) -> CommandFailure? {
    var command: any ParsableCommand.Type = Self.self
    var words = arguments.makeIterator()
    while !command.configuration.subcommands.isEmpty, let word = words.next() {
      if optionsWithValue.contains(word) { _ = words.next() }
      guard !word.hasPrefix("-") else { continue }
      let commands = command.configuration.subcommands
      guard let next = commands.first(where: { $0._commandName == word }) else {
        return word == "help" ? nil : .unknownCommand(word, among: commands.map { $0._commandName })
      }
      command = next
    }
    return nil
  }

  /// The options that may stand before a command's name and are followed by a value.
  private static let optionsWithValue: Set = [
    "--data", "--store", "--tls-root", "--catalog", "--seed", "--device", "--operator-key-file",
  ]
}

extension CommandFailure {
  fileprivate static func unknownCommand(_ word: String, among names: [String]) -> CommandFailure {
    .malformed(
      """
      there is no command '\(word)': the commands are \(names.joined(separator: ", ")). \
      skdemo help says what each does
      """)
  }
}
