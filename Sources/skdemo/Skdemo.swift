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

      The exit code is 0 for success, 1 if the command was refused, failed or was cancelled, 2 if it \
      was malformed, 3 if the store cannot be reached, and 4 if the command succeeded but its result \
      could not be written.

      Every command takes --data DIR (or SKDEMO_DATA) for a store and a customer of its own, and \
      --json for programs, even before its name; only store restore names its folder with --into. \
      Dates are written 2027-01-31 (midnight UTC), 2027-01-31T12:00:00Z or with an offset such as \
      +02:00, durations P1M, P2W, P1M2D or PT12H; anything else is refused.
      """,
    examples: ["skdemo", "skdemo buy subscription.pro --yes", "skdemo store advance P1M"],
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Shop",
        subcommands: [
          Storefront.self, Status.self, Products.self, Buy.self, SubscriptionCommand.self,
          PaymentCommand.self, Redeem.self, Refund.self, Restore.self, Open.self, History.self,
          Watch.self,
        ]),
      CommandGroup(
        name: "Device",
        subcommands: [
          SignInCommand.self, SignOutCommand.self, PasswordCommand.self, Devices.self, Run.self,
        ]),
      CommandGroup(name: "Screen", subcommands: [SettingsCommand.self, Logs.self]),
      CommandGroup(name: "Operator", subcommands: [StoreCommand.self]),
      CommandGroup(name: "Server", subcommands: [Serve.self]),
    ],
    defaultSubcommand: Storefront.self)

  /// Every command has these options, so that they may also come before the command's name: a
  /// command takes a group that a command above it has parsed.
  @OptionGroup var store: StoreOptions
}
