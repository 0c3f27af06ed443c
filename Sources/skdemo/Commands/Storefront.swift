import ArgumentParser

/// `skdemo`: the storefront.
struct Storefront: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storefront",
    abstract: "Open the storefront.",
    discussion: """
      If standard output is not a terminal, it does the same as skdemo status.

      The last line of each screen has its keys, and ? lists all of them. On every page e redeems \
      an offer code, and : runs a command by its name. o opens the app's page in the App Store, \
      and g in the history asks for a refund. T lists the store's transactions and, after tab, its \
      subscriptions, with every field of their payloads and what the operator can do, like Xcode's \
      Transaction Manager. It needs the store on this machine, or SKDEMO_OPERATOR_KEY_FILE.
      """,
    examples: ["skdemo", "skdemo --new-device", "skdemo storefront --no-color"])

  @Flag(help: "Use no color; NO_COLOR does the same.")
  var noColor = false

  @Flag(help: "Do not use the full screen; print the status.")
  var plain = false

  @Flag(help: "Show emoji instead of drawings. Their width differs between terminals.")
  var emoji = false

  @Flag(help: "Disable animations; CI does the same.")
  var reduceMotion = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  var arguments: StorefrontArguments {
    StorefrontArguments(
      noColor: noColor, plain: plain, emoji: emoji, reduceMotion: reduceMotion,
      store: store.arguments, device: device.arguments)
  }

  func run() async throws { try await arguments.open() }
}
