import Comparison
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine

/// The cost of unfinished transactions: at a launch, and when they are delivered.
enum DeliveryBenchmark {
  private static let many = 600

  static func run(in folder: URL) async throws {
    let store = try await StoreWithHistory.make(in: folder, history: 10)
    let other = try await StoreWithHistory.make(in: folder, history: 10)
    let bare = try BareKey()

    try await Comparison(
      name: "deliver 600 transactions: read, verify, credit and finish them",
      reference: "600 bare verifications and signatures, and 10 times delivering one",
      measure: .cost, aim: 1, rounds: 20
    ).run {
      try await store.buyFuel(many)
      return try await store.deliver(many)
    } against: {
      try await other.buyFuel(1)
      return try await other.deliver(1) * 10 + bare.sign(many) + bare.verify(many)
    }

    try await store.buyFuel(many)
    try await other.buyFuel(1)
    try await Comparison(
      name: "a launch with 600 unfinished transactions", reference: "with one", measure: .cost,
      aim: 1.5
    ).run({ try await store.launch() }, against: { try await other.launch() })
  }
}

extension StoreWithHistory {
  /// The time in which a storefront that is opened reads, verifies, credits and finishes all that is
  /// unfinished.
  fileprivate func deliver(_ count: Int) async throws -> Duration {
    let presentation = Presentation.read(try .products())
    let controller = StoreController(
      session: session, presentation: presentation, folder: device.folder)
    return await StoreSession.$current.withValue(session) {
      await timed {
        await controller.listen()
        var delivered = 0
        for await case .arrived(let transactions) in controller.changes {
          delivered += transactions.count
          if delivered >= count { return }
        }
      }
    }
  }

  /// The time from the device's file to the facts of the first screen, while a listener reads what is
  /// unfinished.
  fileprivate func launch() async throws -> Duration {
    let start = ContinuousClock.now
    let session = try await StoreSession.benchmark(backend, on: device)
    let time = await StoreSession.$current.withValue(session) {
      let listener = Task { for await _ in Transaction.updates {} }
      let snapshot = await session.snapshot()
      precondition(snapshot.entitlements.count == 2, "the customer has a car and a plan")
      let time = ContinuousClock.now - start
      listener.cancel()
      await listener.value
      return time
    }
    session.close()
    return time
  }
}
