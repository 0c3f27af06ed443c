import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport

// Other customers, who subscribe to one plan.
extension CrashFixture {
  static let plan = "subscription.standard"

  /// A store whose customer subscribes to nothing yet, and these accounts to the plan.
  static func make(subscribers: [String]) async throws -> CrashFixture {
    try await make { store in
      for name in subscribers {
        let signIn = try await store.engine.signIn(local: name).value
        let device = try await store.engine.registerDevice("phone", signIn: signIn.token).value
        let backend = try await store.backend(of: device)
        let bought = try await backend.buy(plan).transaction()
        _ = try await backend.finish(bought.transactionId)
      }
    }
  }

  /// The version of the catalogue, and the number of subscribers who are asked to agree to its price.
  struct PublishedPrice: Equatable {
    var version: Int
    var asked: Int
  }

  func publishedPrice() async throws -> PublishedPrice {
    let ledgers = try ledgers()
    defer { ledgers.close() }
    var asked = 0
    for subscriber in try await ledgers.subscribers(to: Self.plan) {
      let ledger = try await ledgers.ledger(of: subscriber.customer, needs: LedgerNeeds())
      asked += ledger.subscriptions.values.count { $0.priceIncrease?.status == .pending }
    }
    return PublishedPrice(
      version: try await ledgers.catalogueVersion(at: .distantFuture), asked: asked)
  }

  /// A mass extension and its effect on the subscribers.
  struct Extensions: Equatable {
    var isStored: Bool
    /// The number of subscribers that the request has counted as extended.
    var counted: Int
    /// How often each subscriber was extended.
    var counts: [Int]
  }

  func extensions() async throws -> Extensions {
    let ledgers = try ledgers()
    defer { ledgers.close() }
    let request = try await ledgers.massExtension(
      of: Self.plan, requestIdentifier: "outage")
    let counts = try await ledgers.subscribers(to: Self.plan).asyncMap { subscriber in
      let ledger = try await ledgers.ledger(of: subscriber.customer, needs: LedgerNeeds())
      return ledger.subscriptions.values.reduce(0) { $0 + $1.extensionDates.count }
    }
    return Extensions(
      isStored: request != nil, counted: request?.progress.succeededCount ?? 0, counts: counts)
  }
}
