import ArgumentParser

/// The command `skdemo` and everything below it.
///
/// Each command has an explicit name: to derive the names from the types, ArgumentParser would look
/// at all of them at every start.
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
      Storefront.self, Status.self, Products.self, Buy.self, Restore.self, History.self,
      SignInCommand.self, SignOutCommand.self, Devices.self, StoreCommand.self, Serve.self,
    ],
    defaultSubcommand: Storefront.self
  )

  /// Every command has these options, so that they may also stand before the command's name: a
  /// command takes a group that a command above it has parsed.
  @OptionGroup var store: StoreOptions

  /// Checks whether the first argument is a command, unless it is an option.
  ///
  /// ArgumentParser would take an unknown command for an argument of the storefront, and print how
  /// that one is used.
  ///
  /// - Throws: ``CommandFailure``, which names the commands.
  static func checkCommand(in arguments: some Collection<String>) throws {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, !first.hasPrefix("-"), first != "help",
      !names.contains(first)
    else { return }
    throw CommandFailure.malformed(
      """
      there is no command '\(first)': the commands are \(names.joined(separator: ", ")). \
      skdemo help says what each does
      """)
  }
}
