import ArgumentParser
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import RetryPolicy
import StandardStreams
import StoreAPI
import StoreClient
import StoreHTTPClient
import Synchronization
import TestSupport

@testable import skdemo

/// How a command ended in this process.
struct SampleOutcome: Sendable {
  /// Everything that it wrote.
  var written = ""
  /// Why it failed; `nil` if it succeeded, or if the customer declined.
  var failure: String?
}

/// Commands of every kind, which ask a store.
enum CommandSample {
  static let all: [[String]] = [
    ["status"], ["products"], ["history"], ["buy", "nonconsumable.car", "--yes"],
    ["buy", "consumable.fuel.octane87", "--quantity", "3", "--yes"],
    ["buy", "subscription.pro", "--yes"], ["restore", "--yes"],
    ["subscription", "change", "subscription.pro", "--yes"],
    ["subscription", "cancel", "--yes"], ["subscription", "resume", "--yes"],
    ["subscription", "share", "--yes"], ["subscription", "unshare", "--yes"],
    ["redeem", "FREEFUEL", "--yes"],
    [
      "open",
      "itms-services://?action=purchaseIntent&bundleId=com.example.skdemo"
        + "&productIdentifier=nonconsumable.car",
    ],
    ["payment", "fix", "--yes"], ["refund", "1000000001", "--yes"],
    ["device", "list"], ["device", "remove", "device-1"],
    ["status", "--new-device"], ["status", "--device", "device-1"], ["sign-out", "--everywhere"],
    ["password", "change"], ["sign-out"],
  ]

  static let operators: [[String]] = [
    ["store", "clock"], ["store", "transactions"], ["store", "account", "list"],
    ["store", "refund", "1000000001"], ["store", "expire", "subscription.pro"],
    ["store", "refund-decline", "1000000001"], ["store", "refund-reverse", "1000000001"],
    ["store", "delete", "1000000001"],
    ["store", "buy", "nonconsumable.car", "--account", "ann"],
    ["store", "price", "nonconsumable.car", "3.99"],
    ["store", "clock", "freeze"],
    ["store", "device", "remove", "device-1", "--account", "ann"], ["store", "reset", "--yes"],
    ["store", "catalog", URL.skdemoCatalogue.path], ["store", "settings"],
    ["store", "family", "list"], ["store", "subscription", "subscription.pro"],
    ["store", "offer-key", "create"], ["store", "offer-code", "list"], ["store", "advance", "P1M"],
    ["store", "api-key", "create"], ["store", "api-key", "list"], ["store", "endpoints"],
    ["store", "scenario", "new"], ["store", "notifications", "trigger", "TEST"],
    ["store", "notifications", "resend", "99b16628-15e4-4668-972b-eeff55eeff55"],
  ]

  /// Runs a command in this process, as the binary does, and as if it were a process of its own.
  static func run(
    _ arguments: [String], _ settings: HTTPStore.Settings = .hasty
  ) async -> SampleOutcome {
    let recorded = Mutex("")
    var end = SampleOutcome()
    await StandardStream.$recorder.withValue({ _, text in recorded.withLock { $0 += text.text } }) {
      await HTTPStore.Settings.$usual.withValue(settings) {
        await StoreSession.inOwnProcess {
          do {
            try await perform(arguments)
          } catch is ExitCode {
          } catch {
            let failure = CommandFailure(error)
            Output(isJSON: arguments.contains("--json")).printError(failure)
            end.failure = failure.message
          }
        }
      }
    }
    end.written = recorded.withLock { $0 }
    return end
  }

  private static func perform(_ arguments: [String]) async throws {
    if arguments.first == "sign-in" { return try await signIn(arguments) }
    if arguments.first == "password" { return try await changePassword(arguments) }
    guard var command = try? Skdemo.parseAsRoot(arguments) else {
      throw FixtureError(text: "unparsed")
    }
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  /// Without the environment of this process, from which the command takes the passwords.
  private static func changePassword(_ arguments: [String]) async throws {
    let command = try PasswordCommand.Change.parse(Array(arguments.dropFirst(2)))
    guard let remote = try command.store.arguments.remote() else { return }
    let changed = try await remote.client.changePassword(
      PasswordChange(oldPassword: "open sesame", newPassword: "close sesame"))
    try command.store.output.print(changed, text: changed.signIn.account.name)
  }

  /// Without the environment of this process, from which the command takes the password.
  private static func signIn(_ arguments: [String]) async throws {
    let command = try SignInCommand.parse(Array(arguments.dropFirst()))
    let remote = try command.store.arguments.requiredRemote()
    let account = try await remote.client.signIn(
      Credentials(account: "ann", password: "open sesame"), isNew: command.create, trusting: nil)
    try command.store.output.print(account, text: account.signIn.account.name)
  }
}

extension HTTPStore.Settings {
  /// Short enough for a store that never ends an answer.
  static var hasty: HTTPStore.Settings { waiting(.milliseconds(400)) }

  /// Long enough for a store that answers, on a busy machine.
  static var unhurried: HTTPStore.Settings { waiting(.seconds(60)) }

  private static func waiting(_ time: Duration) -> HTTPStore.Settings {
    var settings = HTTPStore.Settings()
    settings.answerTimeout = time
    settings.signInTimeout = time
    settings.operatorTimeout = time
    settings.idleTimeout = time
    // A busy machine may take most of a short limit for itself, which would not count as the store's
    // silence.
    settings.monotonic = { .zero }
    settings.backoff = Backoff(attempts: 2)
    settings.pause = { _ in }
    return settings
  }
}
