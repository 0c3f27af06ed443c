import AppStorePayloads
import AppStorePrompts
import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreEngine
import StoreOperatorAPI
import Telemetry

/// A device's session at its store, and the app's controller, for a customer's command.
struct CommandContext {
  let session: StoreSession
  let controller: StoreController
  let presentation: Presentation
  /// The customer's time zone.
  let timeZone: TimeZone
  /// The store of this machine, for its operator; `nil` if the store is a remote one.
  let localOperator: (any StoreOperator)?

  /// Connects this process to the options' store.
  ///
  /// A remote store need not answer. Without `sheets` and `clockQuestion` it asks by prompts. Days
  /// are in `timeZone`. The app uses the StoreKit API of `generation`. `log` gets what StoreKit logs.
  static func open(
    _ options: StoreArguments, _ device: DeviceArguments, timeZone: TimeZone = .ofProcess(),
    sheets: (any Sheets)? = nil,
    clockQuestion: CustomerStore.ClockQuestion? = nil, generation: StoreKitGeneration = .two,
    log: LogFile? = nil
  ) async throws -> CommandContext {
    let source = try await CustomerStore.open(options)
    try await source.askAboutJump(by: clockQuestion ?? CustomerStore.prompt(options.output))
    let store = try await source.client.device(device.choice)
    let session = try await AppStore.connect(
      source.backend(for: store),
      sheets: sheets ?? PromptSheets(confirmsAll: device.yes, timeZone, options), device: store,
      includesFinishedConsumables: true, environment: .command(isVerbose: options.verbose, log))
    var presentation = Presentation.read(try source.presentation(options))
    presentation.showsAllForSale = source.localOperator == nil && options.catalog == nil
    return CommandContext(
      session: session,
      controller: StoreController(
        session: session, presentation: presentation, folder: store.folder,
        timeZone: timeZone, offerSigner: try source.offerSigner(), generation: generation,
        receiptServer: generation == .original
          ? try source.receiptServer(in: store.environment) : nil),
      presentation: presentation, timeZone: timeZone, localOperator: source.localOperator)
  }
}

extension CommandContext {
  /// The store, for its operator: this machine's, or a remote one by the environment's key.
  ///
  /// - Throws: As ``StoreArguments/remote()`` and ``StoreArguments/storeOperator(of:keyFile:)``.
  func storeOperator(_ options: StoreArguments) async throws -> any StoreOperator {
    if let localOperator { return localOperator }
    guard let remote = try options.remote() else { throw StoreError.unauthorized }
    return try await options.storeOperator(of: remote, keyFile: nil)
  }
}

extension CustomerStore {
  /// The app's server, which has the key that the environment names, or one of this machine's store;
  /// `nil` for a remote store without a key.
  ///
  /// - Throws: As ``OfferKeyFile/init(path:)``.
  fileprivate func offerSigner() throws -> (any OfferSigner)? {
    if let path = environment("SKDEMO_OFFER_KEY_FILE") { return try OfferKeyFile(path: path) }
    guard case .local(let store) = self else { return nil }
    return LocalOfferSigner(store)
  }

  /// Returns the app's server, with the shared secret from the file that `SKDEMO_SHARED_SECRET_FILE`
  /// names, or of this machine's store, which has this environment.
  ///
  /// - Returns: The server; `nil` for a remote store without this variable.
  /// - Throws: As ``RemoteReceiptServer/init(_:in:secretPath:)``.
  fileprivate func receiptServer(
    in storeEnvironment: StoreEnvironment
  ) throws -> (any ReceiptServer)? {
    switch self {
    case .local(let store): return LocalReceiptServer(store, in: storeEnvironment)
    case .remote(let store):
      guard let path = environment("SKDEMO_SHARED_SECRET_FILE") else { return nil }
      return try RemoteReceiptServer(store.http, in: storeEnvironment, secretPath: path)
    }
  }
}

extension PromptSheets {
  /// Asks on the terminal, if there is one.
  ///
  /// The questions go to standard error.
  fileprivate init(confirmsAll: Bool, _ timeZone: TimeZone, _ options: StoreArguments) {
    let answers: Answers =
      confirmsAll
      ? .yes
      : Prompt.isTerminal
        ? .terminal { await TerminalPrompt.readLine() } : .nobody(advice: "Confirm with --yes.")
    self.init(answers: answers, timeZone: timeZone) { text in
      if Prompt.isTerminal || !options.json { Prompt.write(text) }
    }
  }
}

extension SessionEnvironment {
  /// This machine's environment.
  ///
  /// It prints what StoreKit would log only with `--verbose`; otherwise the log has it, if there is
  /// one.
  fileprivate static func command(isVerbose: Bool, _ log: LogFile?) -> SessionEnvironment {
    var environment = live
    environment.appVersion = Skdemo.configuration.version
    if !isVerbose { environment.diagnose = { log?.record(.warning, $0.description) } }
    return environment
  }
}
