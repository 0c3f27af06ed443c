import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Subscriptions: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    let epoch = snapshot.settings.epoch
    let last = try await store.historyPosition(at: revision, in: epoch) { id throws(StoreError) in
      try await store.ledgers.storedTransaction(id)
    }
    let terms = try await store.catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    let catalogueSnapshot = try await store.catalogueSnapshots.snapshot(terms)
    let limit = HistoryPage.limit
    let stored = try await store.ledgers.allSubscriptions(before: last, limit: limit + 1)
    let page = stored.prefix(limit)
    let next = stored.count > limit ? page.last : nil
    return snapshot.answer(
      .subscriptions(
        list: page.compactMap { listed in
          listed.subscription.map {
            listed.operatorSubscription($0, at: snapshot, in: catalogueSnapshot)
          }
        },
        revision: next.map { HistoryPosition(epoch: epoch, last: $0.transaction.id).revision },
        hasMore: next != nil))
  }
}
