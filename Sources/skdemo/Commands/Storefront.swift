import AppStoreSheets
import ArgumentParser
import DemoApp
import Foundation
import TerminalUI

/// `skdemo`: the storefront.
struct Storefront: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the storefront.",
    discussion: "Where output is no terminal, the same as skdemo status.")

  @Flag(help: "No colour; NO_COLOR does the same.")
  var noColor = false

  @Flag(help: "No full screen.")
  var plain = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    guard !store.json, !plain, isatty(STDOUT_FILENO) == 1 else {
      return try await Status.print(store, device)
    }
    do {
      try await open(on: CursesTerminal(usesColor: !noColor))
    } catch let unavailable as TerminalUnavailable {
      FileHandle.standardError.write(Data("skdemo: \(unavailable)\n".utf8))
      try await Status.print(store, device)
    }
  }

  private func open(on terminal: CursesTerminal) async throws {
    let program = Program(terminal: terminal)
    let shop = try await Shop.open(store, device, sheets: TerminalSheets(program: program))
    await shop.shopkeeper.open(on: program, presentation: shop.presentation)
    _ = try await program.run()
  }
}
