import ClientSupport
import DetachedListener
import Foundation
import MixedStore
import PaymentQueueHelper
import PurchaseActor
import ReceiptChecker
import StatusSwitches
import Store2021
import Store2023
import SubscriptionDesk

/// Runs the app that the first argument names.
///
/// Each app has a process of its own, because StoreKit's static members use the process's only
/// session, also from detached tasks.
@main struct ClientCode {
  private static let apps: [String: @Sendable (ClientFixture) async throws -> Void] = [
    "Store2021": Store2021App.run, "Store2023": Store2023App.run,
    "PurchaseActor": PurchaseActorApp.run, "SubscriptionDesk": SubscriptionDeskApp.run,
    "StatusSwitches": StatusSwitchesApp.run, "DetachedListener": DetachedListenerApp.run,
    "PaymentQueueHelper": PaymentQueueHelperApp.run, "ReceiptChecker": ReceiptCheckerApp.run,
    "MixedStore": MixedStoreApp.run,
  ]

  static func main() async throws {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let app = apps[name] else { throw UnknownApp(name: name, known: apps.keys.sorted()) }
    try await app(open())
  }
}

extension ClientCode {
  /// The store that the environment names; otherwise one in a temporary folder, which is not
  /// removed.
  private static func open() async throws -> ClientFixture {
    let environment = ProcessInfo.processInfo.environment
    guard let url = environment["SKDEMO_STORE"].flatMap({ URL(string: $0) }),
      let key = environment["OPERATOR_KEY"], let password = environment["SKDEMO_PASSWORD"]
    else { return try await ClientFixture.open() }
    return try await ClientFixture.open(served: url, operatorKey: key, password: password)
  }
}

struct UnknownApp: Error {
  let name: String
  let known: [String]
}
