import Counter
import DetachedListener
import Foundation
import PurchaseActor
import StatusSwitches
import Store2021
import Store2023
import SubscriptionDesk

/// Runs one app, named by the first argument, in a process of its own: StoreKit's statics ask the
/// one session of a process, from detached tasks too.
@main struct ClientCode {
  private static let apps: [String: @Sendable (Counter) async throws -> Void] = [
    "Store2021": Store2021App.run, "Store2023": Store2023App.run,
    "PurchaseActor": PurchaseActorApp.run, "SubscriptionDesk": SubscriptionDeskApp.run,
    "StatusSwitches": StatusSwitchesApp.run, "DetachedListener": DetachedListenerApp.run,
  ]

  static func main() async throws {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let app = apps[name] else { throw UnknownApp(name: name, known: apps.keys.sorted()) }
    try await app(open())
  }
}

extension ClientCode {
  /// The store that the environment names, else one in a temporary folder, which stays.
  private static func open() async throws -> Counter {
    let environment = ProcessInfo.processInfo.environment
    guard let url = environment["SKDEMO_STORE"].flatMap({ URL(string: $0) }),
      let key = environment["OPERATOR_KEY"], let password = environment["SKDEMO_PASSWORD"]
    else { return try await Counter.open() }
    return try await Counter.open(served: url, operatorKey: key, password: password)
  }
}

struct UnknownApp: Error {
  let name: String
  let known: [String]
}
