import StoreAPI

/// What is known of the customer at one moment: everything in it agrees.
package struct CustomerSnapshot: Sendable {
  private let session: StoreSession
  let customer: CustomerState
  /// The store's time.
  package let now: Date

  init(_ customer: CustomerState, of session: StoreSession) {
    self.session = session
    self.customer = customer
    now = customer.link.clock.now(at: session.environment.monotonic())
  }
}

extension CustomerSnapshot {
  /// As ``Transaction/currentEntitlements``.
  package var entitlements: [VerificationResult<Transaction>] {
    customer.holdings.entitlements(at: now).map(session.result)
  }

  /// As ``Transaction/unfinished``.
  package var unfinished: [VerificationResult<Transaction>] {
    customer.holdings.unfinished.map(session.result)
  }

  /// A group, and where the customer stands in it.
  package typealias Statuses = (groupID: String, statuses: [Product.SubscriptionInfo.Status])

  /// As ``Product/SubscriptionInfo/Status/all``.
  package var statuses: [Statuses] {
    let groups = Dictionary(grouping: customer.holdings.subscriptions, by: \.groupID)
    return groups.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.map { session.status($0, at: now) }) }
  }

  /// As ``Transaction/latest(for:)``, and always `nil` for a consumable that is finished.
  package func latestTransaction(of productID: String) -> VerificationResult<Transaction>? {
    customer.holdings.transactions.first { $0.payload.productId == productID }
      .map(session.result)
  }

  /// As ``Product/SubscriptionInfo/isEligibleForIntroOffer(for:)``.
  package func isEligibleForIntroOffer(in group: String) -> Bool {
    customer.holdings.isEligibleForIntroductoryOffer(in: group, at: now)
  }

  /// As ``StoreSession/pendingProducts``.
  package var pendingProducts: Set<String> { Set(customer.pending.values) }
  /// As ``StoreSession/offlineSince``.
  package var offlineSince: Date? { customer.link.offlineSince }
  /// As ``StoreSession/offlineReason``.
  package var offlineReason: String? { offlineSince == nil ? nil : customer.link.reason }
  /// As ``StoreSession/isSignedOut``.
  package var isSignedOut: Bool { customer.link.state == .signedOut }
}

extension StoreSession {
  /// What is known of the customer now; the store is asked at most once for it.
  package func snapshot() async -> CustomerSnapshot {
    CustomerSnapshot(await customer(), of: self)
  }
}
