import ArgumentParser
import Foundation
import StoreAPI
import StoreEngine

/// `skdemo store reset`: forgets everything that was sold.
struct StoreReset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Forget everything that was sold, for all accounts.",
    discussion: "Accounts, devices, keys, the catalogue and the clock stay.")

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var store: OperatorOptions

  func run() async throws {
    let place = try store.place
    guard yes || Prompt.confirms("Forget everything that was sold in \(place)? [y/N] ") else {
      throw CommandFailure(
        code: "cancelled",
        message: "nothing was forgotten: confirm with y on a terminal, or with --yes")
    }
    try store.output.print(await store.open().reset())
  }
}
