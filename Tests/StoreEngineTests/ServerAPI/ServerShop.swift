import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport

@testable import StoreEngine

/// A store with one customer, and the app's server, which verifies what the store signs for it.
struct ServerShop {
  let fixture: StoreFixture
  let backend: any StoreBackend
  let registration: Registration
  let verifier: SignedDataVerifier
  let caller = APICaller(keyID: "2X9R4HXF34", bundleID: StoreEngine.defaultBundleID)

  var store: StoreEngine { fixture.engine }

  init() async throws {
    fixture = try await StoreFixture.make()
    (backend, registration) = try await fixture.device("phone")
    verifier = SignedDataVerifier(
      rootCertificate: fixture.engine.rootCertificate, bundleID: StoreEngine.defaultBundleID,
      device: nil)
  }

  /// The payload of a token that the store has signed for the server.
  func verified<Payload: SignedPayload>(
    _ jws: String, as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    guard case .verified(let payload) = try await verifier.verify(jws, as: type) else {
      throw FixtureError(text: "the store has not signed \(jws)")
    }
    guard payload.deviceVerification == nil, payload.deviceVerificationNonce == nil else {
      throw FixtureError(text: "the token is bound to a device")
    }
    return payload
  }

  /// The transaction IDs of verified tokens, in their order.
  func ids(_ tokens: [String]) async throws -> [TransactionID] {
    try await tokens.asyncMap { try await verified($0, as: TransactionPayload.self).transactionId }
  }

  /// Buys products one after the other, and returns the transactions.
  func buy(_ productIDs: String...) async throws -> [TransactionPayload] {
    try await productIDs.asyncMap { try await backend.buy($0).transaction() }
  }

  /// The operator buys for an account of the store.
  func buy(_ productID: String, for account: String) async throws {
    let order = Order(key: OrderKey(UUID()), productID: productID)
    _ = try await store.perform(
      .buy(purchase: OperatorPurchase(order: order, account: account)))
  }

  func history(
    _ id: some CustomStringConvertible, _ request: TransactionHistoryRequest
  ) async throws -> HistoryResponse {
    try await store.transactionHistory(AnyTransactionID("\(id)"), request, for: caller)
  }

  /// The pages of a history from a revision on, to the last one.
  func pages(
    _ id: some CustomStringConvertible, _ request: TransactionHistoryRequest
  ) async throws -> [HistoryResponse] {
    var request = request
    var pages: [HistoryResponse] = []
    repeat {
      pages.append(try await history(id, request))
      request.revision = pages.last?.revision
    } while pages.last?.hasMore == true
    return pages
  }

  /// The transaction IDs of all pages of a history.
  func ids(
    _ id: some CustomStringConvertible, _ request: TransactionHistoryRequest
  ) async throws -> [TransactionID] {
    try await ids(try await pages(id, request).flatMap(\.signedTransactions))
  }
}

extension TransactionHistoryRequest {
  /// A request of version 2 after a change.
  static func with(_ change: (inout Self) -> Void) -> Self {
    var request = TransactionHistoryRequest()
    change(&request)
    return request
  }
}
