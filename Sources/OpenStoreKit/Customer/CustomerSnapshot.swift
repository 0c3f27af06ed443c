import AppStorePayloads
import StoreAPI

/// The customer's purchases and the connection at one moment.
package struct CustomerSnapshot: Sendable {
  private let session: StoreSession
  let customer: CustomerState
  /// The store's time.
  package let now: Date

  init(_ customer: CustomerState, at reading: Duration, of session: StoreSession) {
    self.session = session
    self.customer = customer
    now = customer.link.clock.now(at: reading)
  }
}

extension CustomerSnapshot {
  /// As ``Transaction/currentEntitlements``.
  package var entitlements: [VerificationResult<Transaction>] {
    customer.purchases.entitlements(at: now).map(session.result)
  }

  /// A subscription group, and the customer's statuses in it.
  package typealias Statuses = (groupID: String, statuses: [Product.SubscriptionInfo.Status])

  /// As ``Product/SubscriptionInfo/status(for:)`` of every group that the customer has ever subscribed
  /// to.
  ///
  /// - Throws: The error that the store's operator simulates for this call.
  package var statuses: [Statuses] {
    get throws {
      try session.throwSimulatedError(of: .subscriptionStatus)
      return allStatuses
    }
  }

  /// As ``Product/SubscriptionInfo/Status/all``.
  var allStatuses: [Statuses] {
    let groups = Dictionary(grouping: customer.purchases.subscriptions, by: \.groupID)
    return groups.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.map { session.status($0, at: now) }) }
  }

  /// The level of service of each plan in ``statuses`` by product ID, also of one that is no longer
  /// for sale; 1 is the highest.
  ///
  /// A plan is missing if the store did not say its level.
  package var groupLevels: [String: Int] {
    customer.purchases.subscriptions.reduce(into: [:]) {
      $0[$1.transaction.payload.productId] = $1.signed.groupLevel
    }
  }

  /// As ``Transaction/latest(for:)``; `nil` for a finished consumable.
  package func latestTransaction(of productID: String) -> VerificationResult<Transaction>? {
    customer.purchases.transactions.first { $0.payload.productId == productID }
      .map(session.result)
  }

  /// As ``Product/SubscriptionInfo/isEligibleForIntroOffer(for:)``.
  package func isEligibleForIntroOffer(in group: String) -> Bool {
    customer.purchases.isEligibleForIntroductoryOffer(in: group, at: now)
  }

  /// The orders that wait for something else to happen, such as a parent's approval, and those that
  /// were not approved, by product ID.
  package var waitingOrders: [String: ProductOrders] {
    let known = customer.purchases.orders.map(PendingOrder.init)
    let waiting = customer.purchases.waitingProducts
    let sent = customer.pending.values.filter { !waiting.contains($0) }.map {
      PendingOrder(productID: $0, need: .approval, state: .waiting, date: nil)
    }
    return ProductOrders.byProduct(known + sent)
  }

  /// As ``StoreSession/offlineSince``.
  package var offlineSince: Date? { customer.link.offlineSince }
  /// Why the store does not answer, as the end of a sentence without control characters; `nil` if it
  /// answers.
  package var offlineReason: String? { offlineSince == nil ? nil : customer.link.reason }
  /// The time that the store would show if its clock had not jumped; `nil` unless it waits for its
  /// operator and sells nothing.
  package var clockJumpedTo: Date? {
    offlineSince == nil ? customer.link.clock.answered.jump?.date : nil
  }
  /// When the store's certificates ended, if it waits for its operator because of that.
  package var certificatesEnd: Date? {
    offlineSince == nil ? customer.link.clock.answered.jump?.certificatesEnd : nil
  }
  /// Whether the store no longer knows this device: it then has no purchases and no updates.
  package var isSignedOut: Bool { customer.link.state == .signedOut }
}
