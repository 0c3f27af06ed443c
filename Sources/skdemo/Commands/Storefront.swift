import ArgumentParser
import DemoApp

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

      With --storekit original, the app reads your purchases from its receipt, as apps did before \
      StoreKit 2: on a device without a receipt, you are a new customer until you buy or restore. At \
      a remote store, the renewal of a plan is shown only if SKDEMO_SHARED_SECRET_FILE names a file \
      with the output of skdemo store shared-secret.
      """,
    examples: [
      "skdemo", "skdemo --new-device", "skdemo storefront --no-color",
      "skdemo --storekit original",
    ])

  @Flag(help: "Use no color; NO_COLOR does the same.")
  var noColor = false

  @Flag(help: "Do not use the full screen; print the status.")
  var plain = false

  @Flag(help: "Show emoji instead of drawings. Their width differs between terminals.")
  var emoji = false

  @Flag(help: "Disable animations; CI does the same.")
  var reduceMotion = false

  @Option(
    name: .customLong("storekit"),
    help: ArgumentHelp("Use StoreKit 2, or original StoreKit.", valueName: "generation"))
  var storeKit = StoreKitGeneration.two

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  var arguments: StorefrontArguments {
    StorefrontArguments(
      noColor: noColor, plain: plain, emoji: emoji, reduceMotion: reduceMotion,
      storeKit: storeKit, store: store.arguments, device: device.arguments)
  }

  func run() async throws { try await arguments.open() }
}

extension StoreKitGeneration: ExpressibleByArgument {}
