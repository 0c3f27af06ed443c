import ArgumentParser

/// The command `skdemo` and everything below it.
///
/// Each command says its name: what ArgumentParser would make of the type's name costs every start
/// a look at all of them.
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
}
