import ArgumentParser
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StoreClient
import StoreHTTP

/// `skdemo run`: starts the user's own program as a customer of the store.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run your own program as a customer of the store.",
    discussion: """
      The program imports OpenStoreKitConnection and finds the store in its environment. Everything \
      after -- is the program and its arguments. The command ends with the program's exit code, with \
      127 if the program does not exist, or with 126 if it cannot be executed. SKDEMO_STORE, \
      SKDEMO_DATA, SKDEMO_TLS_ROOT, SKDEMO_CATALOG, SKDEMO_ACCOUNT, SKDEMO_DEVICE, SKDEMO_NEW_DEVICE \
      and SKDEMO_SHEETS replace options that are left out. The program gets neither passwords nor the \
      operator key.
      """,
    examples: [
      "skdemo run --data shop -- .build/debug/MyShop",
      "skdemo run --data shop --new-device --sheets accept -- .build/debug/MyShop",
    ])

  @Flag(help: "Run as a new device.")
  var newDevice = false

  @Option(
    help: ArgumentHelp(
      "Run as this account. For a remote store this machine must be signed in to the account, or "
        + "SKDEMO_PASSWORD must hold its password.",
      valueName: "name"),
    completion: .accounts)
  var account: String?

  @Option(help: ArgumentHelp("Run as this device of the account.", valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "How the App Store's sheets are answered: accept or decline without a question, or ask on the "
        + "terminal.",
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
    let inherited = OpenDescriptors()
    let environment = ProcessInfo.processInfo.environment
    let program = try ExecutableFile(named: command[0], path: environment["PATH"])
    let customer = try await openedDevice(environment)
    inherited.setCloseOnExec()
    let failure = ProcessReplacement.replace(
      by: program, arguments: command,
      environment: customer.variables(merging: environment, sheets: sheets))
    throw CommandFailure.cannotExecute(command[0], because: failure)
  }

  /// Opens the store and the device before the program starts, so that the program is one device,
  /// and this command reports every error.
  private func openedDevice(_ environment: [String: String]) async throws -> RunEnvironment {
    let request = ConnectionRequest(
      store: try store.arguments.completed().settings(),
      account: account ?? ConnectionVariable.account.value(in: environment),
      password: ConnectionVariable.password.value(in: environment),
      device: try choice(environment))
    let device = try await request.openedDevice(else: CatalogueFile.builtIn).device
    return RunEnvironment(settings: request.store, account: request.account, device: device.name)
  }

  /// An option that names the device replaces both variables that do.
  private func choice(_ environment: [String: String]) throws -> DeviceChoice {
    guard !newDevice, device == nil else { return DeviceChoice(isNew: newDevice, name: device) }
    do {
      return try ConnectionRequest.device(environment)
    } catch {
      throw CommandFailure.malformed(error.description)
    }
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
