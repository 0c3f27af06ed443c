import OpenStoreKit
import OpenStoreKitTest

/// An app, whose tasks share the threads that will all be taken.
enum App {
  private static let fuels = [87, 89, 91].map { "consumable.fuel.octane\($0)" }

  /// Returns when the app waits for approval of one order, and has purchases under way.
  ///
  /// It buys again and again, so that its purchases stop at whatever they are doing when the last
  /// thread is taken.
  static func begin(in session: SKTestSession) async throws {
    Task.detached { for await update in Transaction.updates { await finish(update) } }
    session.askToBuyEnabled = true
    guard case .pending = try await purchase("nonconsumable.utilityvehicle") else {
      preconditionFailure("the order does not wait")
    }
    session.askToBuyEnabled = false
    for fuel in fuels {
      try await buy(fuel)
      Task.detached { while true { try await buy(fuel) } }
    }
  }

  private static func buy(_ id: String) async throws {
    if case .success(let result) = try await purchase(id) { await finish(result) }
  }

  private static func purchase(_ id: String) async throws -> Product.PurchaseResult {
    let products = try await Product.products(for: [id])
    return try await products[0].purchase()
  }

  private static func finish(_ result: VerificationResult<Transaction>) async {
    await result.unsafePayloadValue.finish()
  }
}
