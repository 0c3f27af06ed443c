import StoreAPI

extension StoreSession {
  func statuses(in group: String) async throws -> [Product.SubscriptionInfo.Status] {
    try await statuses().filter { $0.groupID == group }.flatMap(\.statuses)
  }

  func status(of transactionID: UInt64) async throws -> Product.SubscriptionInfo.Status? {
    let statuses = try await statuses().flatMap(\.statuses)
    func latest(of original: UInt64) -> Product.SubscriptionInfo.Status? {
      statuses.first { $0.transaction.unsafePayloadValue.originalID == original }
    }
    if let status = latest(of: transactionID) { return status }
    // The transaction of a present period is known without a history.
    let current = statuses.first { $0.transaction.unsafePayloadValue.id == transactionID }
    if let current { return current }
    return latest(of: await originalID(of: transactionID))
  }

  func status(
    _ subscription: VerifiedPurchases.Subscription, at now: Date
  ) -> Product.SubscriptionInfo.Status {
    Product.SubscriptionInfo.Status(
      state: Product.SubscriptionInfo.RenewalState(subscription.status(at: now)),
      transaction: result(subscription.transaction),
      renewalInfo: result(
        subscription.renewalInfo, Product.SubscriptionInfo.RenewalInfo.init))
  }

  /// The statuses of every group; throws if the store answers and refuses.
  private func statuses() async throws -> [CustomerSnapshot.Statuses] {
    let customer: CustomerSnapshot
    do {
      customer = try await snapshotOrRefusal()
    } catch {
      throw error.storeKitError
    }
    return try customer.statuses
  }

  private func originalID(of transactionID: UInt64) async -> UInt64 {
    await transaction(transactionID)?.unsafePayloadValue.originalID ?? transactionID
  }
}
