import Contest
import Foundation
import OpenStoreKit
import StoreAPI

/// What purchases cost, and what the past adds to them.
enum Buying {
  static func run(old: Scene, in folder: URL) async throws {
    let journal = try Journal(folder.appending(path: "bare.sqlite"))
    let insert = { try await timed { try await journal.insert() } }
    var young = try await Scene.make(in: folder, history: 10)

    try await Contest(
      name: "a purchase at the store, durable and signed",
      reference: "a bare durable insert", measure: .speed, aim: 0.5
    ).run({ try await young.order() }, against: insert)

    try await Contest(
      name: "`purchase()`: the same with what the device keeps",
      reference: "a bare durable insert", measure: .speed
    ).run({ try await young.purchase() }, against: insert)

    young = try await Scene.make(in: folder, history: 10)
    try await Contest(
      name: "a purchase at the store after 10 000 transactions", reference: "after 10",
      measure: .cost, aim: 1.1, rounds: 100
    ).run({ try await old.order() }, against: { try await young.order() })

    young = try await Scene.make(in: folder, history: 10)
    try await Contest(
      name: "`purchase()` after 10 000 transactions", reference: "after 10", measure: .cost,
      aim: 1.1, rounds: 100
    ).run({ try await old.purchase() }, against: { try await young.purchase() })
  }
}

/// What the customer may use, as an app asks for it.
enum Entitlements {
  static func run(young: Scene, old: Scene) async throws {
    try await Contest(
      name: "`currentEntitlements` after 10 000 transactions", reference: "after 10",
      measure: .cost, aim: 1.1
    ).run({ await old.entitlements() }, against: { await young.entitlements() })
  }
}

extension Scene {
  /// One order, answered; what it made is finished outside the time.
  fileprivate func order() async throws -> Duration {
    let order = Order(key: OrderKey(UUID()), productID: Scene.fuel)
    let start = ContinuousClock.now
    let answer = try await backend.purchase(order)
    let time = ContinuousClock.now - start
    guard case .purchased(let purchase) = answer.value else {
      preconditionFailure("nothing keeps this customer from buying fuel")
    }
    let payload = try JWS(purchase.signedTransaction).payload(as: TransactionPayload.self)
    _ = try await backend.finish(payload.transactionId)
    return time
  }

  /// One purchase as an app makes it.
  fileprivate func purchase() async throws -> Duration {
    try await StoreSession.$current.withValue(session) {
      guard let product = try await Product.products(for: [Scene.fuel]).first else {
        preconditionFailure("fuel is sold")
      }
      let start = ContinuousClock.now
      let result = try await product.purchase()
      let time = ContinuousClock.now - start
      guard case .success(.verified(let transaction)) = result else {
        preconditionFailure("nothing keeps this customer from buying fuel")
      }
      await transaction.finish()
      return time
    }
  }

  fileprivate func entitlements() async -> Duration {
    await StoreSession.$current.withValue(session) {
      await timed(5) {
        var count = 0
        for await _ in Transaction.currentEntitlements { count += 1 }
        precondition(count == 2, "a car and a plan")
      }
    }
  }
}
