import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport

extension APICaller {
  /// The server of the app that the fixtures' stores sell for.
  static let ofFixture = APICaller(keyID: "TESTKEY234", bundleID: "com.example.skdemo")
  /// The server of another app.
  static let ofOtherApp = APICaller(keyID: "TESTKEY234", bundleID: "com.example.other")
}

extension AnyTransactionID {
  /// The ID in a request about a transaction.
  static func of(_ id: TransactionID) throws -> AnyTransactionID { try AnyTransactionID("\(id)") }

  /// The ID of an app transaction of the fixtures' first customer.
  static func ofApp() throws -> AnyTransactionID { try AnyTransactionID("1000000000") }

  /// The ID that the app transaction of the seventh customer would have; no fixture has so many.
  static func ofUnknownApp() throws -> AnyTransactionID { try AnyTransactionID("7000000000") }

  /// An ID that no fixture has given.
  static func unknown() throws -> AnyTransactionID { try AnyTransactionID("1000000999") }
}

extension StoreFixture {
  /// A transaction as the operator's list shows it.
  func listed(_ id: TransactionID) async throws -> TransactionPayload {
    let all = try await engine.transactions(account: nil).value
    guard let listed = all.first(where: { $0.id == id }) else {
      throw FixtureError(text: "\(id)")
    }
    return listed.transaction
  }

  /// A store in which `bob` is in the family of `alice`, and everything can be shared.
  static func withFamily() async throws -> StoreFixture {
    let fixture = try await make()
    try await fixture.shareEverything()
    _ = try await fixture.engine.signUp(Credentials(account: "bob", password: "bob likes cars"))
    _ = try await fixture.engine.perform(.addFamilyMember(account: "bob", organizer: "alice"))
    return fixture
  }

  /// The latest transaction of an account.
  func latest(of account: String) async throws -> TransactionPayload {
    guard let latest = try await engine.transactions(account: account).value.first else {
      throw FixtureError(text: account)
    }
    return latest.transaction
  }

  /// The types of the notifications about a customer, oldest first.
  func notificationTypes(of customer: Int64) async throws -> [String] {
    let ledgers = try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
    defer { ledgers.close() }
    let events = try await ledgers.notifiedEvents(of: CustomerNumber(rawValue: customer))
    return events.flatMap(\.change.notifications).map(\.type.rawValue)
  }
}
