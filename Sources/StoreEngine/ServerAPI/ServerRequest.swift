import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI

/// One request of an app's server, with the store's settings and time after everything due was
/// settled.
struct ServerRequest: Sendable {
  let engine: StoreEngine
  let snapshot: StoreSnapshot

  /// Reads or writes storage.
  ///
  /// - Throws: The error for a store that cannot be read or written now.
  func storage<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(APIError) -> Value {
    try await engine.storage(body)
  }

  /// Returns the customer that has a transaction with this ID, or whose app transaction has it.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/transactionIdNotFound`` if no customer has it.
  func customer(of id: AnyTransactionID) async throws(APIError) -> CustomerNumber {
    let customer = try await storage { () throws(StoreError) in
      if let known = try await engine.ledgers.customer(of: id.transactionID) {
        return known as CustomerNumber?
      }
      return try await engine.customer(ofAppTransaction: id)
    }
    guard let customer else { throw .transactionIdNotFound }
    return customer
  }

  /// Returns the transaction with this ID, and its customer.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/appTransactionIdNotSupported`` if it is the ID of an app
  ///   transaction, and ``AppStoreServerAPI/APIError/transactionIdNotFound`` for an unknown one.
  func transaction(_ id: AnyTransactionID) async throws(APIError) -> StoredTransaction {
    let stored = try await storage { () throws(StoreError) in
      try await engine.ledgers.storedTransaction(id.transactionID)
    }
    if let stored { return stored }
    let customer = try await storage { () throws(StoreError) in
      try await engine.customer(ofAppTransaction: id)
    }
    throw customer == nil ? .transactionIdNotFound : .appTransactionIdNotSupported
  }
}

extension StoreEngine {
  /// Begins a request: settles everything that is due.
  ///
  /// - Throws: `error` if the caller's app is not the store's.
  func serverRequest(
    of caller: APICaller, refusing error: APIError = .transactionIdNotFound
  ) async throws(APIError) -> ServerRequest {
    let snapshot = try await storage { () throws(StoreError) in try await settled() }
    guard caller.bundleID == snapshot.settings.bundleID else { throw error }
    return ServerRequest(engine: self, snapshot: snapshot)
  }

  /// Reads or writes storage.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/generalInternalRetryable`` if that fails.
  func storage<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(APIError) -> Value {
    do throws(StoreError) { return try await body() } catch { throw .generalInternalRetryable }
  }
}

extension AnyTransactionID {
  /// The ID as a transaction ID, whether or not such a transaction exists.
  var transactionID: TransactionID { TransactionID(rawValue: rawValue) }
}
