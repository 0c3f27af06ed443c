package import AppStorePayloads
import Foundation
package import StoreAPI

extension Answer<OrderResult> {
  /// The purchase that an order led to.
  package func purchase() throws -> Purchase {
    guard case .purchased(let purchase) = value else {
      throw FixtureError(text: "\(value)")
    }
    return purchase
  }

  /// The transaction that an order led to, decoded without verification.
  package func transaction() throws -> TransactionPayload {
    try purchase().transaction()
  }

  /// The same answer without the purchases after the order.
  package var withoutPurchases: Self {
    guard case .purchased(var purchase) = value else { return self }
    purchase.purchases = nil
    return Answer(.purchased(purchase), at: time, catalogue: catalogue)
  }
}

extension StoreBackend {
  /// The updates that are events, without those about the store's time or its products.
  package func events(
    after sequence: Int64
  ) -> AsyncFilterSequence<AsyncThrowingStream<Answer<StoreUpdate>, any Error>> {
    updates(after: sequence).filter { $0.value.isEvent }
  }
}

extension Answer<StoreUpdate> {
  /// The transaction in an update, decoded without verification.
  package func transaction() throws -> TransactionPayload {
    guard case .transaction(let jws) = value.change else {
      throw FixtureError(text: "\(value)")
    }
    return try .decoded(from: jws)
  }
}

extension Purchase {
  /// The signed transaction, decoded without verification.
  package func transaction() throws -> TransactionPayload {
    try .decoded(from: signedTransaction)
  }
}

extension StoreBackend {
  /// The unfinished transactions of all pages, oldest first, as compact JWS.
  package func unfinished() async throws -> [String] {
    var page = try await unfinished(after: nil, limit: UnfinishedPage.limit).value
    var transactions = page.transactions
    while let next = page.next {
      page = try await unfinished(after: next, limit: UnfinishedPage.limit).value
      transactions += page.transactions
    }
    return transactions
  }

  /// The IDs of the unfinished transactions, oldest first.
  package func unfinishedIDs() async throws -> [TransactionID] {
    try await unfinished().map { try TransactionPayload.decoded(from: $0).transactionId }
  }

  /// Finishes one transaction.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownTransaction(transactionID:)`` if the customer has no such transaction.
  /// - Returns: Whether it was unfinished before.
  @discardableResult
  package func finish(_ id: TransactionID) async throws(StoreError) -> Answer<Bool> {
    let answer = try await finish([id])
    guard answer.value.unknown.isEmpty else { throw .unknownTransaction(transactionID: id) }
    return Answer(answer.value.finished == [id], at: answer.time)
  }
}

extension SignedSubscription {
  package func transaction() throws -> TransactionPayload {
    try .decoded(from: signedTransaction)
  }

  package func renewalInfo() throws -> RenewalInfoPayload {
    try .decoded(from: signedRenewalInfo)
  }
}

extension Decodable {
  /// The payload of a compact JWS, which is not verified.
  package static func decoded(from jws: String) throws -> Self {
    try JWS(jws).payload(as: Self.self)
  }
}

extension StoreStorefront {
  /// A store's default storefront.
  package static let unitedStates = StoreStorefront(
    id: "143441", countryCode: "USA", currency: "USD", locale: "en_US")
}
