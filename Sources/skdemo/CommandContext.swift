import AppStoreSheets
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreClient
import StoreEngine

/// A customer at the counter: a device that is connected to its store, and the shopkeeper.
struct CommandContext {
  let session: StoreSession
  let controller: StoreController
  let presentation: Presentation

  /// Connects this process to the options' store; one elsewhere need not answer.
  static func open(
    _ options: StoreOptions, _ device: DeviceOptions, sheets: any Sheets
  ) async throws -> CommandContext {
    let source = try await CustomerStore.open(options)
    let store = try await source.client.device(device.choice)
    let session = try await AppStore.connect(
      source.backend(for: store), sheets: sheets, device: store,
      includesFinishedConsumables: true, environment: .command(isVerbose: options.verbose))
    let presentation = Presentation.read(try source.presentation(options))
    return CommandContext(
      session: session,
      controller: StoreController(
        session: session, presentation: presentation, folder: store.folder),
      presentation: presentation)
  }

  /// The same with prompts for sheets.
  static func open(_ options: StoreOptions, _ device: DeviceOptions) async throws -> CommandContext
  {
    try await open(options, device, sheets: PromptSheets(confirmsAll: device.yes, options))
  }

  /// The customer's transactions as they were signed, newest first; also finished consumables.
  func history() async throws -> [TransactionPayload] {
    var payloads: [TransactionPayload] = []
    for await result in Transaction.all {
      payloads.append(try TransactionPayload(result.payloadValue))
    }
    return payloads
  }
}

extension PromptSheets {
  /// Asks on the terminal, if there is one; the questions stand beside the result, not in it.
  fileprivate init(confirmsAll: Bool, _ options: StoreOptions) {
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    let answers: Answers =
      confirmsAll ? .yes : isTerminal ? .terminal { Swift.readLine() } : .nobody
    self.init(answers: answers) { text in
      if isTerminal || !options.json { FileHandle.standardError.write(Data(text.utf8)) }
    }
  }
}

extension SessionEnvironment {
  /// The machine itself; what StoreKit would log is printed only on request.
  fileprivate static func command(isVerbose: Bool) -> SessionEnvironment {
    var environment = live
    if !isVerbose { environment.diagnose = { _ in } }
    return environment
  }
}
