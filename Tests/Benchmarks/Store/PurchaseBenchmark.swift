import AppStorePayloads
import Comparison
import Foundation
import OpenStoreKit
import StoreAPI

/// The cost of purchases, and how it grows with the customer's history.
enum PurchaseBenchmark {
  static func run(regularCustomer: StoreWithHistory, in folder: URL) async throws {
    let database = try BareDatabase(folder.appending(path: "bare.sqlite"))
    let insert = { try await timed { try await database.insert() } }
    var newCustomer = try await StoreWithHistory.make(in: folder, history: 10)

    try await Comparison(
      name: "a purchase at the store, durable and signed",
      reference: "a bare durable insert", measure: .speed, aim: 0.5
    ).run({ try await newCustomer.order() }, against: insert)

    try await Comparison(
      name: "`purchase()`: the same with what the device keeps",
      reference: "a bare durable insert", measure: .speed
    ).run({ try await newCustomer.purchase() }, against: insert)

    newCustomer = try await StoreWithHistory.make(in: folder, history: 10)
    try await Comparison(
      name: "a purchase at the store after 10 000 transactions", reference: "after 10",
      measure: .cost, aim: 1.1, rounds: 100
    ).run({ try await regularCustomer.order() }, against: { try await newCustomer.order() })

    newCustomer = try await StoreWithHistory.make(in: folder, history: 10)
    try await Comparison(
      name: "`purchase()` after 10 000 transactions", reference: "after 10", measure: .cost,
      aim: 1.1, rounds: 100
    ).run({ try await regularCustomer.purchase() }, against: { try await newCustomer.purchase() })
  }
}

/// The cost of `currentEntitlements` for an app.
enum EntitlementsBenchmark {
  static func run(newCustomer: StoreWithHistory, regularCustomer: StoreWithHistory) async throws {
    try await Comparison(
      name: "`currentEntitlements` after 10 000 transactions", reference: "after 10",
      measure: .cost, aim: 1.1
    ).run(
      { await regularCustomer.session.entitlements(5) },
      against: { await newCustomer.session.entitlements(5) })
  }
}

extension StoreWithHistory {
  /// The time of one order.
  ///
  /// Its finish is not measured.
  fileprivate func order() async throws -> Duration {
    let order = Order(key: OrderKey(UUID()), productID: StoreWithHistory.fuel)
    let start = ContinuousClock.now
    let answer = try await backend.purchase(order)
    let time = ContinuousClock.now - start
    guard case .purchased(let purchase) = answer.value else {
      preconditionFailure("fuel was not purchased")
    }
    let payload = try JWS(purchase.signedTransaction).payload(as: TransactionPayload.self)
    _ = try await backend.finish([payload.transactionId])
    return time
  }

  /// The time of one purchase as an app makes it.
  fileprivate func purchase() async throws -> Duration {
    try await StoreSession.$current.withValue(session) {
      guard let product = try await Product.products(for: [StoreWithHistory.fuel]).first else {
        preconditionFailure("fuel is not for sale")
      }
      let start = ContinuousClock.now
      let result = try await product.purchase()
      let time = ContinuousClock.now - start
      guard case .success(.verified(let transaction)) = result else {
        preconditionFailure("fuel was not purchased")
      }
      await transaction.finish()
      return time
    }
  }
}
