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

      With --plain, and on a terminal that cannot move its cursor (TERM is dumb or unset), it is a \
      menu of lines: type a number, a key or a command's name. --accessible reads the same out \
      for a screen reader, and the cursor stays on the selected line.

      --script FILE plays the storefront on a screen in memory and waits for its contents, never \
      for a time. A line is key NAMES, type TEXT, paste TEXT, press COLUMN,ROW, wait TEXT, gone TEXT \
      or resize SIZE; # begins a comment. Animations are off and days are in UTC, so each run saves \
      the same bytes. A script needs a screen: with --plain, --accessible or --json it is refused.

      The options of the screen come before the environment (SKDEMO_COLOR and so on) and the \
      settings' file; skdemo settings shows what holds, and where it comes from.

      With --storekit original, the app reads your purchases from its receipt, as apps did before \
      StoreKit 2: on a device without a receipt, you are a new customer until you buy or restore. At \
      a remote store, the renewal of a plan is shown only if SKDEMO_SHARED_SECRET_FILE names a file \
      with the output of skdemo store shared-secret.
      """,
    examples: [
      "skdemo", "skdemo --new-device", "skdemo storefront --color never --theme light",
      "skdemo --storekit original", "skdemo --print-paths",
      "skdemo --script shop.script --save-display shop.svg --size 120x36",
    ])

  @OptionGroup(title: "Screen") var screen: ScreenOptions

  @Flag(help: "Print the folders and files that skdemo uses.")
  var printPaths = false

  @Option(
    name: .customLong("storekit"),
    help: ArgumentHelp("Use StoreKit 2, or original StoreKit.", valueName: "generation"))
  var storeKit = StoreKitGeneration.two

  @OptionGroup(title: "Script") var script: ScriptOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  var arguments: StorefrontArguments {
    StorefrontArguments(
      options: screen.values, storeKit: storeKit, store: store.arguments,
      device: device.arguments, script: script.arguments)
  }

  func run() async throws {
    guard !printPaths else {
      let report = PathsReport(try store.arguments.folder())
      return try store.output.print(report, lines: report.lines)
    }
    try await arguments.open()
  }
}

extension StoreKitGeneration: ExpressibleByArgument {}
