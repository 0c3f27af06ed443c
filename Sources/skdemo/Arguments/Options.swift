import ArgumentParser
import Foundation
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI

/// The store that a command uses, and how it prints.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Keep the store in this folder.", valueName: "dir"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Use the store at this address, as printed by skdemo serve; SKDEMO_STORE does the same.",
      valueName: "url"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Trust these certificates (PEM) and no others when the store is reached by https.",
      valueName: "file"))
  var tlsRoot: String?

  @Option(
    help: ArgumentHelp(
      "Sell the products of this Products.json or .storekit file.", valueName: "file"))
  var catalog: String?

  @Option(
    name: .customLong("environment"),
    help: ArgumentHelp(
      "The environment of a new store, by default sandbox; an existing store must have it.",
      valueName: "name"))
  var storeEnvironment: EnvironmentArgument?

  @Option(
    help: ArgumentHelp(
      "Derive the numbers and IDs of a new store from this seed.", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Follow this machine's clock for at most this many days after the store was last used.",
      valueName: "days"))
  var clockBound = ClockLimits.standardDays

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print StoreKit's log to standard error.")
  var verbose = false

  var arguments: StoreArguments {
    StoreArguments(
      data: data, store: store, tlsRoot: tlsRoot, catalog: catalog,
      storeEnvironment: storeEnvironment?.environment, seed: seed, json: json, verbose: verbose,
      clockBound: clockBound)
  }

  func validate() throws {
    guard (1...36_500).contains(clockBound) else {
      throw ValidationError("--clock-bound must be 1 to 36500 days, not \(clockBound)")
    }
  }

  var output: Output { arguments.output }
}

/// How an operator's command reaches the store.
struct OperatorOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp(
      "The file of the operator key, with --store; SKDEMO_OPERATOR_KEY_FILE does the same.",
      valueName: "file"))
  var operatorKeyFile: String?

  var output: Output { store.output }

  /// The location of the store, as a person names it.
  var place: String { get throws { try store.arguments.place } }

  /// The store, for its operator.
  ///
  /// - Throws: As ``StoreArguments/remote()``, ``StoreArguments/storeOperator(of:keyFile:)`` and
  ///   ``LocalStore/open(_:)``.
  func open() async throws -> any StoreOperator { try await openWithAccounts().storeOperator }

  /// The store, for its operator and for customers who sign in.
  ///
  /// - Throws: As ``open()``.
  func openWithAccounts() async throws -> (
    storeOperator: any StoreOperator, accounts: any StoreAccounts
  ) {
    if let remote = try store.arguments.remote() {
      let storeOperator = try await store.arguments.storeOperator(
        of: remote, keyFile: operatorKeyFile)
      return (storeOperator, remote.http.accounts)
    }
    guard operatorKeyFile == nil else { throw CommandFailure.needsStore("--operator-key-file") }
    let engine = try await LocalStore.open(store.arguments).engine
    return (engine, engine)
  }
}

/// The device that a command runs as.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Run as this device of the account.", valueName: "name"),
    completion: .devices)
  var device: String?

  @Flag(help: "Run as a new device.")
  var newDevice = false

  @Flag(help: "Answer yes to every question.")
  var yes = false

  var arguments: DeviceArguments {
    DeviceArguments(choice: DeviceChoice(isNew: newDevice, name: device), yes: yes)
  }
}

/// The value of an environment variable; `nil` if it is not set or has no text.
func environment(_ name: String) -> String? {
  ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
}
