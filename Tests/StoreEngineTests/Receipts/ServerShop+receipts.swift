import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport

@testable import StoreEngine

// Receipts, as the app's server sends them to the store.
extension ServerShop {
  /// The receipt of the customer's device.
  func receipt() async throws -> Data { try await backend.receipt().value }

  /// The shared secret, which the store makes at the first call.
  func sharedSecret(regenerates: Bool = false) async throws -> String {
    let answer = try await store.perform(.sharedSecret(regenerates: regenerates))
    guard case .sharedSecret(let secret) = answer.value else {
      throw FixtureError(text: "\(answer.value)")
    }
    return secret
  }

  /// Verifies a receipt with the shared secret; by default the device's present one.
  func verify(
    _ receipt: Data? = nil, excludingOld: Bool = false,
    in environment: StoreEnvironment = .sandbox
  ) async throws -> VerifyReceiptResponse {
    let sent: Data
    if let receipt { sent = receipt } else { sent = try await self.receipt() }
    let request = VerifyReceiptRequest(
      receipt: sent, password: try await sharedSecret(), excludesOldTransactions: excludingOld)
    return await store.verifyReceipt(request, in: environment)
  }

  /// The next renewal of the only subscription, in JSON.
  func pendingRenewal() async throws -> [String: String] {
    let response = try await verify()
    guard let renewal = response.latest?.renewals.first, response.latest?.renewals.count == 1 else {
      throw FixtureError(text: "\(response.status)")
    }
    return try JSONDecoder().decode(
      [String: String].self, from: PlainEncoder.encode(renewal))
  }
}

extension VerifyReceiptResponse {
  /// The products of the receipt that was sent, in its order.
  var products: [String] { receipt?.inApp.map(\.purchase.productID) ?? [] }

  /// The transactions that the customer has now, newest first.
  var latestIDs: [TransactionID] {
    latest?.transactions.map(\.inApp.purchase.transactionID) ?? []
  }
}
