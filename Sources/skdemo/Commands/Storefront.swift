import ArgumentParser

/// `skdemo`: the storefront.
struct Storefront: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storefront", abstract: "Open the storefront.",
    discussion: "If standard output is not a terminal, it does the same as skdemo status.")

  @Flag(help: "Use no colour; NO_COLOR does the same.")
  var noColor = false

  @Flag(help: "Use no full screen.")
  var plain = false

  @Flag(help: "Show emoji instead of drawings. Terminals draw some of them in different widths.")
  var emoji = false

  @Flag(help: "Animate nothing; CI does the same.")
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
