package import AppStorePayloads
package import AppStoreServerAPI
import Foundation
import StoreAPI

extension StoreEngine {
  /// "Get All Subscription Statuses"; see
  /// ``AppStoreServerAPI/StoreServerAPI/subscriptionStatuses(_:statuses:for:)``.
  ///
  /// A group has a subscription for each original transaction: the customer's own one and those that
  /// family members share.
  package func subscriptionStatuses(
    _ id: AnyTransactionID, statuses: Set<SubscriptionStatusCode>, for caller: APICaller
  ) async throws(APIError) -> StatusResponse {
    let request = try await serverRequest(of: caller)
    let customer = try await request.customer(of: id)
    let stored = try await request.subscriptions(of: customer, statuses)
    let groups = Dictionary(grouping: stored) { $0.subscription.groupID }
    var data: [SubscriptionGroupIdentifierItem] = []
    for (groupID, subscriptions) in groups.sorted(by: { $0.key < $1.key }) {
      data.append(
        SubscriptionGroupIdentifierItem(
          subscriptionGroupIdentifier: groupID,
          lastTransactions: try await request.items(subscriptions, of: customer)))
    }
    return StatusResponse(
      environment: request.snapshot.settings.environment,
      bundleId: request.snapshot.settings.bundleID, data: data)
  }
}

extension ServerRequest {
  /// The subscriptions of a customer that have one of these statuses; all if `statuses` is empty.
  fileprivate func subscriptions(
    of customer: CustomerNumber, _ statuses: Set<SubscriptionStatusCode>
  ) async throws(APIError) -> [StoredSubscription] {
    let purchases = try await storage { () throws(StoreError) in
      try await engine.ledgers.purchases(of: customer)
    }
    return purchases.subscriptions.filter { stored in
      statuses.isEmpty || statuses.contains(stored.status(at: snapshot.now))
    }
  }

  fileprivate func items(
    _ subscriptions: [StoredSubscription], of customer: CustomerNumber
  ) async throws(APIError) -> [LastTransactionsItem] {
    let catalogueSnapshot = try await storage { () throws(StoreError) in
      try await engine.catalogueSnapshots.snapshot(
        engine.catalogueSnapshots.terms(at: snapshot.now, snapshot.settings))
    }
    var items: [LastTransactionsItem] = []
    for stored in subscriptions {
      items.append(
        LastTransactionsItem(
          status: stored.status(at: snapshot.now),
          originalTransactionId: stored.subscription.originalID,
          signedTransactionInfo: try await sign(stored.transaction, of: customer),
          signedRenewalInfo: try await sign(renewalOf: stored, of: customer, in: catalogueSnapshot)
        ))
    }
    return items
  }
}

extension StoredSubscription {
  fileprivate func status(at now: Date) -> SubscriptionStatusCode {
    subscription.status(of: transaction, at: now)
  }
}
