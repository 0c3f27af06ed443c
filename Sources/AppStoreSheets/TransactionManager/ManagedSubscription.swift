import StoreAPI

/// A subscription with service, as its store's operator reads it.
struct ManagedSubscription: Equatable, Sendable {
  /// Of the current period.
  let transaction: OperatorTransaction
  let renewalInfo: RenewalInfoPayload
  let status: SubscriptionStatusCode
}
