package import AppStorePayloads

/// The response of "Get All Subscription Statuses".
package struct StatusResponse: Codable, Hashable, Sendable {
  package var environment: StoreEnvironment
  package var bundleId: String
  /// Absent in a sandbox.
  package var appAppleId: Int64?
  /// The customer's subscription groups, in the order of their identifiers.
  package var data: [SubscriptionGroupIdentifierItem]

  package init(
    environment: StoreEnvironment, bundleId: String, data: [SubscriptionGroupIdentifierItem]
  ) {
    self.environment = environment
    self.bundleId = bundleId
    appAppleId = environment.appAppleID(of: bundleId)
    self.data = data
  }
}

/// The subscriptions of one group.
package struct SubscriptionGroupIdentifierItem: Codable, Hashable, Sendable {
  package var subscriptionGroupIdentifier: String
  package var lastTransactions: [LastTransactionsItem]

  package init(subscriptionGroupIdentifier: String, lastTransactions: [LastTransactionsItem]) {
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.lastTransactions = lastTransactions
  }
}

/// The latest transaction of a subscription, with its status and its renewal.
package struct LastTransactionsItem: Codable, Hashable, Sendable {
  package var status: SubscriptionStatusCode
  package var originalTransactionId: TransactionID
  package var signedTransactionInfo: String
  package var signedRenewalInfo: String

  package init(
    status: SubscriptionStatusCode, originalTransactionId: TransactionID,
    signedTransactionInfo: String, signedRenewalInfo: String
  ) {
    self.status = status
    self.originalTransactionId = originalTransactionId
    self.signedTransactionInfo = signedTransactionInfo
    self.signedRenewalInfo = signedRenewalInfo
  }
}
