import AppStorePayloads
import AppStoreServerAPI
import DemoApp
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport

/// The app's server, which sends receipts to verifyReceipt of a fixture's store, with its shared
/// secret.
struct FixtureReceiptServer: ReceiptServer {
  private let store: StoreFixture
  private let outage: FragileStore.Switch

  /// - Parameters:
  ///   - store: The store.
  ///   - outage: Whether the server cannot reach it.
  init(_ store: StoreFixture, outage: FragileStore.Switch = FragileStore.Switch()) {
    self.store = store
    self.outage = outage
  }

  func verifyReceipt(_ receipt: Data) async throws -> Data {
    if outage.isOut { throw StoreError.unavailable(reason: "the line is cut") }
    let answer = try await store.engine.perform(.sharedSecret())
    guard case .sharedSecret(let secret) = answer.value else {
      throw StoreError.unavailable(reason: "it has no shared secret")
    }
    let request = VerifyReceiptRequest(receipt: receipt, password: secret)
    let response = await store.engine.verifyReceipt(request, in: .sandbox)
    return try JSONEncoder().encode(response)
  }
}
