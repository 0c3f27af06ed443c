import StoreAPI

extension Transaction {
  /// Yields unfinished transactions, then every transaction that is made or changed outside this
  /// process: by another device, another copy of the app, or the store.
  ///
  /// The sequence ends only if the task is cancelled. Each iterator receives every transaction, and
  /// each state of a transaction once. It does not yield this process's own purchases; on Apple's
  /// devices some are repeated. Iterate from launch on: interrupted and approved purchases,
  /// renewals and refunds are delivered this way.
  public static var updates: Transactions { .updates(of: .existing) }

  /// Yields the unfinished transactions that may be delivered on this device, oldest first; finite.
  ///
  /// They are read in pages, as the iterator asks, and each is verified before it is yielded. If the
  /// store cannot be reached, the sequence yields this device's own purchases that are not finished.
  public static var unfinished: Transactions { .unfinished(of: .existing) }

  /// Yields the latest transaction of each product that the customer is entitled to; finite.
  ///
  /// The customer is entitled to non-consumables, to subscriptions that are subscribed or in their
  /// grace period, and to every non-renewing subscription, because only the app knows its end. It
  /// also works offline. A subscription in its grace period has an ``expirationDate`` in the past.
  /// If family members share a product, their transactions come in addition to the customer's own,
  /// one for each member.
  public static var currentEntitlements: Transactions {
    Transactions { await $0.snapshot().entitlements }
  }

  /// Returns the entitlements to one product; finite.
  ///
  /// There are several if family members share the product with a customer who has bought it too, or
  /// if several share it.
  public static func currentEntitlements(for productID: String) -> Transactions {
    Transactions { await $0.snapshot().entitlements.of(productID) }
  }

  /// Returns a transaction that entitles the customer to one product, or `nil` if there is none.
  @available(*, deprecated, renamed: "currentEntitlements(for:)")
  public static func currentEntitlement(
    for productID: String
  ) async -> VerificationResult<Transaction>? {
    await StoreSession.active?.snapshot().entitlements.of(productID).first
  }

  /// Yields the customer's transactions, the one that the store recorded last first; finite.
  ///
  /// They are read in pages, as the iterator asks. A finished consumable is left out unless it was
  /// refunded, or the session was connected with finished consumables. If the store cannot be reached,
  /// the sequence yields the transactions in the device's copy; if it stops answering, the sequence ends
  /// early. Neither throws, as with Apple: a message on standard error says that it is not complete and
  /// why. Apple does not document an order.
  public static var all: Transactions { .history(of: .existing, productID: nil) }

  /// Returns the customer's transactions of one product, as ``all`` yields them; finite.
  public static func all(for productID: String) -> Transactions {
    .history(of: .existing, productID: productID)
  }

  /// Returns the customer's latest transaction of one product, even if it was revoked or has
  /// expired.
  ///
  /// Returns `nil` if there is none, and for a finished consumable.
  public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
    await StoreSession.active?.latestTransaction(of: productID)
  }

  /// Marks the purchase as delivered, so that no device receives it again.
  ///
  /// Returns after the store has answered. Calls that run at the same time share a request. If the
  /// store cannot be reached, the transaction stays unfinished and is delivered again. Finishing a
  /// transaction twice has no effect.
  public func finish() async { _ = await session.finishTransactions([self]) }

  /// The status of this transaction's subscription; `nil` for every other type of product.
  public var subscriptionStatus: Product.SubscriptionInfo.Status? {
    get async {
      guard productType == .autoRenewable, let group = subscriptionGroupID else { return nil }
      return try? await session.statuses(in: group).first {
        $0.transaction.unsafePayloadValue.originalID == originalID
      }
    }
  }
}

extension [VerificationResult<Transaction>] {
  fileprivate func of(_ productID: String) -> Self {
    filter { $0.unsafePayloadValue.productID == productID }
  }
}
