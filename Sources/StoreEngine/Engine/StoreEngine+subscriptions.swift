import Foundation
import StoreAPI

// The operator's list of subscriptions.
extension StoreEngine {
  func subscriptions(
    at revision: String?
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    let epoch = snapshot.settings.epoch
    let last = try await historyPosition(at: revision, in: epoch) { id throws(StoreError) in
      try await ledgers.storedTransaction(id)
    }
    let version = try await ledgers.catalogueVersion(at: snapshot.now)
    let market = try await markets.market(ofVersion: version, snapshot.settings)
    let limit = HistoryPage.limit
    let stored = try await ledgers.allSubscriptions(before: last, limit: limit + 1)
    let page = stored.prefix(limit)
    let next = stored.count > limit ? page.last : nil
    return snapshot.answer(
      .subscriptions(
        list: page.compactMap { listed in
          listed.subscription.map {
            listed.operatorSubscription($0, at: snapshot, in: market)
          }
        },
        revision: next.map { HistoryPosition(epoch: epoch, last: $0.transaction.id).revision },
        hasMore: next != nil))
  }
}
