import AppStorePayloads
package import AppStoreServerAPI
import Foundation
import StoreAPI

extension StoreEngine {
  /// The maximum number of transactions of a page.
  static let serverPageLimit = 20

  /// "Get Transaction History", of both versions; see
  /// ``AppStoreServerAPI/StoreServerAPI/transactionHistory(_:_:for:)``.
  ///
  /// A page that is not the last one has 20 transactions. If the request names dates, it may have
  /// fewer.
  package func transactionHistory(
    _ id: AnyTransactionID, _ asked: TransactionHistoryRequest, for caller: APICaller
  ) async throws(APIError) -> HistoryResponse {
    let request = try await serverRequest(of: caller)
    let customer = try await request.customer(of: id)
    let (settings, isAscending) = (request.snapshot.settings, asked.sort == .ascending)
    let scope = asked.scope(of: customer, epoch: settings.epoch)
    let position =
      try asked.revision.map { text throws(APIError) in try HistoryRevision(text, scope: scope) }
      ?? HistoryRevision(scope: scope)
    let page = try await request.storage { () throws(StoreError) in
      try await ledgers.modifiedTransactions(of: customer, asked.query(at: position))
    }
    return HistoryResponse(
      revision: position.following(page, isAscending: isAscending).text, hasMore: page.hasMore,
      bundleId: settings.bundleID, environment: settings.environment,
      signedTransactions: try await request.sign(page.transactions, of: customer))
  }
}

extension TransactionHistoryRequest {
  fileprivate func query(at position: HistoryRevision) -> ModifiedTransactionsQuery {
    ModifiedTransactionsQuery(
      filter, isAscending: sort == .ascending, after: position.after,
      before: position.descent?.before, limit: StoreEngine.serverPageLimit)
  }

  private var filter: TransactionFilter {
    var filter = TransactionFilter()
    filter.startDate = startDate
    filter.endDate = endDate
    filter.productIDs = productIds
    filter.types = productTypes
    filter.groupIDs = subscriptionGroupIdentifiers
    filter.ownership = inAppOwnershipType
    filter.isRevoked = revoked
    filter.includesFinishedConsumables = version == .v2
    return filter
  }

  /// The hash of a customer in an epoch and of everything that the request for the next page
  /// repeats.
  fileprivate func scope(of customer: CustomerNumber, epoch: Int) -> String {
    RevisionText.digest([
      ["history", "\(customer.rawValue)", "\(epoch)", version == .v1 ? "v1" : "v2", sort.rawValue],
      [startDate, endDate].map { $0.map { "\($0.millisecondsSince1970)" } ?? "" },
      productIds.sorted(), productTypes.map(\.rawValue).sorted(),
      subscriptionGroupIdentifiers.sorted(),
      [inAppOwnershipType?.rawValue ?? "", revoked.map { "\($0)" } ?? ""],
    ])
  }
}
