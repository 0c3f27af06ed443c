import AppStorePayloads
import AppStoreServerAPI
import DemoApp
import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreEngine
import StoreOperatorAPI

/// The app's server of the store in the data folder: it knows the store's shared secret.
struct LocalReceiptServer: ReceiptServer {
  private let store: LocalStore
  private let environment: StoreEnvironment

  /// - Parameters:
  ///   - store: The store.
  ///   - environment: Its environment.
  init(_ store: LocalStore, in environment: StoreEnvironment) {
    self.store = store
    self.environment = environment
  }

  func verifyReceipt(_ receipt: Data) async throws -> Data {
    guard case .sharedSecret(let secret) = try await store.engine.perform(.sharedSecret()).value
    else { throw StoreError.unavailable(reason: "it did not return its shared secret") }
    let request = VerifyReceiptRequest(receipt: receipt, password: secret)
    return try JSONEncoder().encode(await store.engine.verifyReceipt(request, in: environment))
  }
}
