import ArgumentParser
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StoreClient
import StoreHTTP

/// `skdemo run`: starts a program of one's own as a customer of the store.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a program of your own as a customer of the store.",
    discussion: """
      The program imports OpenStoreKitConnection and finds the store in its environment. Everything \
      after -- is the program and its arguments. It ends with the program's exit code; with 127 if \
      there is no such program, and 126 if it cannot be executed.
      """)

  @Flag(help: "Run as a new device.")
  var newDevice = false

  @Option(
    help: ArgumentHelp(
      "Run as this account. At a remote store this machine must be signed in to it, or "
        + "SKDEMO_PASSWORD must have its password.",
      valueName: "name"))
  var account: String?

  @Option(help: ArgumentHelp("Run as this device of the account.", valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Who answers the App Store's sheets: accept and decline ask nobody, ask asks on the terminal.",
      valueName: "policy"), transform: SheetPolicy.argument)
  var sheets: SheetPolicy?

  @OptionGroup var store: StoreOptions

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("The program.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("name the program after --, as in skdemo run -- ./MyShop --verbose")
    }
  }

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    let program = try ExecutableFile(named: command[0], path: environment["PATH"])
    let customer = try await openedDevice()
    let failure = ProcessReplacement.replace(
      by: program, arguments: command,
      environment: customer.variables(merging: environment, sheets: sheets))
    throw CommandFailure.cannotExecute(command[0], because: failure)
  }

  /// Opens the store and the device before the program starts, so that the program is one device,
  /// and every refusal is this command's.
  private func openedDevice() async throws -> RunEnvironment {
    let named = account ?? environment(ConnectionVariable.account.rawValue)
    var settings = try store.arguments.settings()
    if settings.address == nil { settings.localAccount = named }
    let source = try await CustomerStore.open(settings, else: CatalogueFile.builtIn)
    if let named, settings.address != nil {
      try await source.client.signIn(
        as: named, password: environment(ConnectionVariable.password.rawValue))
    }
    let opened = try await source.client.device(
      DeviceChoice(isNew: newDevice, name: device))
    return RunEnvironment(settings: settings, account: named, device: opened.name)
  }
}

extension SheetPolicy {
  fileprivate static func argument(_ text: String) throws -> SheetPolicy {
    guard let policy = SheetPolicy(rawValue: text) else {
      throw ValidationError("--sheets is '\(text)': it must be accept, decline or ask")
    }
    return policy
  }
}
