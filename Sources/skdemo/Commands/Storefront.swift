import AppStoreSheets
import ArgumentParser
import DemoApp
import Foundation
import TerminalUI

/// `skdemo`: the storefront.
struct Storefront: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storefront", abstract: "Open the storefront.",
    discussion: "Where output is no terminal, the same as skdemo status.")

  @Flag(help: "No colour; NO_COLOR does the same.")
  var noColor = false

  @Flag(help: "No full screen.")
  var plain = false

  @Flag(help: "Emoji in the place of pictures. Terminals differ about the width of some.")
  var emoji = false

  @Flag(help: "Nothing moves by itself; CI does the same.")
  var reduceMotion = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    guard !store.json, isatty(STDOUT_FILENO) == 1 else {
      return try await Status.print(store, device)
    }
    guard !plain else {
      return try await printStatus(because: "--plain asks for no full screen")
    }
    let usesColor = !noColor && CursesTerminal.wantsColor(ProcessInfo.processInfo.environment)
    let program = Program(terminal: CursesTerminal(usesColor: usesColor))
    // The first frame needs nothing of the store, so the screen does not wait for it.
    let opening = Task { [store, device] in
      try await CommandContext.open(store, device, sheets: TerminalSheets(program: program))
    }
    await Demo.open(on: program, reducesMotion: reduceMotion || isCI) { [emoji] in
      await makeController(of: opening, usesEmoji: emoji)
    }
    do {
      _ = try await program.run()
    } catch {
      return try await printStatus(because: "\(error)", of: opening.value)
    }
    // A shop that could not be opened has ended the program.
    _ = try await opening.value
  }

  private var isCI: Bool { ProcessInfo.processInfo.environment["CI"]?.isEmpty == false }

  /// The status in place of a menu that is written line by line, which there is not yet.
  private func printStatus(because reason: String, of shop: CommandContext? = nil) async throws {
    FileHandle.standardError.write(Data("skdemo: the status only: \(reason)\n".utf8))
    let opened = if let shop { shop } else { try await CommandContext.open(store, device) }
    try await Status.print(opened, store.output)
  }
}

/// Whoever answers in a shop, once it is open; nobody where it cannot be opened.
private func makeController(
  of opening: Task<CommandContext, any Error>, usesEmoji: Bool
) async -> (StoreController, Presentation)? {
  guard let shop = try? await opening.value else { return nil }
  var presentation = shop.presentation
  presentation.usesEmoji = usesEmoji
  return (shop.controller, presentation)
}
