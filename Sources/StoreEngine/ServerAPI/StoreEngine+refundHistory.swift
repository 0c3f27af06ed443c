import AppStorePayloads
package import AppStoreServerAPI
import Foundation
import StoreAPI

extension StoreEngine {
  /// "Get Refund History"; see ``AppStoreServerAPI/StoreServerAPI/refundHistory(_:revision:for:)``.
  ///
  /// A transaction that a family member no longer shares was not refunded to the customer.
  package func refundHistory(
    _ id: AnyTransactionID, revision: String?, for caller: APICaller
  ) async throws(APIError) -> RefundHistoryResponse {
    let request = try await serverRequest(of: caller)
    let customer = try await request.customer(of: id)
    let scope = RevisionText.digest([
      ["refunds", "\(customer.rawValue)", "\(request.snapshot.settings.epoch)"]
    ])
    var position =
      try revision.map { text throws(APIError) in try RefundRevision(text, scope: scope) }
      ?? RefundRevision(scope: scope)
    let stored = try await request.storage { [position] () throws(StoreError) in
      // One transaction more than a page has shows whether there is another page.
      try await ledgers.refundedTransactions(
        of: customer, after: position.after, limit: Self.serverPageLimit + 1)
    }
    let page = Array(stored.prefix(Self.serverPageLimit))
    position.after = page.last?.place ?? position.after
    return RefundHistoryResponse(
      signedTransactions: try await request.sign(page.map(\.transaction), of: customer),
      revision: position.text, hasMore: stored.count > page.count)
  }
}

/// The position in a customer's refunds: after the last one of a page.
struct RefundRevision: Hashable, Sendable {
  /// The hash of the customer for whom it was made.
  let scope: String
  /// `nil` before the first refund.
  var after: RefundPlace?

  init(scope: String) { self.scope = scope }
}

extension RefundRevision {
  /// Reads a revision.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/invalidRequestRevision`` if it is not a revision, or if
  ///   it is for another customer.
  init(_ text: String, scope: String) throws(APIError) {
    guard let fields = RevisionText.fields(text), fields.first == scope,
      let revision = Self(fields: Array(fields.dropFirst()), scope: scope), revision.text == text
    else { throw .invalidRequestRevision }
    self = revision
  }

  private init?(fields: [String], scope: String) {
    self.init(scope: scope)
    let numbers = fields.compactMap { Int64($0) }
    guard numbers.count == fields.count, numbers.isEmpty || numbers.count == 3 else { return nil }
    guard let milliseconds = numbers.first else { return }
    guard let date = Date(payloadMilliseconds: milliseconds),
      let modification = LastModification(numbers[1...2])
    else { return nil }
    after = RefundPlace(date: date, modification: modification)
  }

  var text: String {
    let numbers = after.map { [$0.date.millisecondsSince1970] + $0.modification.numbers } ?? []
    return RevisionText.text([scope] + numbers.map(String.init))
  }
}
