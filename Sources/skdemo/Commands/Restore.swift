import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit

/// `skdemo restore`: Restore Purchases.
struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore purchases.",
    discussion: """
      Rarely needed, because every launch restores purchases by itself. It asks you to confirm, \
      then loads everything again from the store.
      """,
    examples: ["skdemo restore --yes"])

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let before = await context.controller.launch().store
    let ending = await context.controller.restore(before: before)
    let report = try RestoreReport(ending, isOffline: context.session.offlineSince != nil)
    try store.output.print(report, text: Notice(ending).text)
    if report.result == .cancelled { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
  }
}

/// `skdemo restore --json`.
private struct RestoreReport: Encodable {
  enum Result: String, Encodable {
    case restored, cancelled
  }

  var result: Result
  /// The products that this device did not know before.
  var found: [String] = []
  /// The products that it knew.
  var present: [String] = []

  init(_ ending: RestoreOutcome, isOffline: Bool) throws {
    switch ending {
    case .done(let found, let present):
      result = .restored
      (self.found, self.present) = (found, present)
    case .cancelled: result = .cancelled
    case .failed:
      throw CommandFailure(
        code: isOffline ? "unavailable" : "failed", message: Notice(ending).text,
        exit: isOffline ? .unreachable : .refused)
    }
  }
}
