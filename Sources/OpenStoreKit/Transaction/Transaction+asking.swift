import StoreAPI

extension Transaction {
  /// Everything that happens outside this running app: first what is not finished, then each
  /// change that another device, another copy of the app, or the store makes.
  ///
  /// It ends only when the task is cancelled. Every listener hears everything, each state of a
  /// transaction once; this running app's own purchases never come, where Apple's devices repeat
  /// some. Listen from launch on: a purchase that was
  /// interrupted, approved, renewed or refunded comes this way.
  public static var updates: Transactions { Transactions(.updates(.active)) }

  /// Everything that is not finished and may be delivered on this device, oldest first; finite.
  public static var unfinished: Transactions {
    Transactions { await $0.unfinished() }
  }

  /// The latest transaction of each product that the customer is entitled to; finite.
  ///
  /// These are non-consumables, subscriptions that are subscribed or in their grace period, and
  /// every non-renewing subscription, whose end only the app knows. It works offline. A subscriber
  /// in the grace period has an ``expirationDate`` in the past.
  public static var currentEntitlements: Transactions {
    Transactions { await $0.currentEntitlements() }
  }

  /// The transactions of one product that the customer is entitled to: none or one; finite.
  public static func currentEntitlements(for productID: String) -> Transactions {
    Transactions { await $0.currentEntitlements().of(productID) }
  }

  /// The transaction that entitles the customer to one product; `nil` if nothing does.
  @available(*, deprecated, renamed: "currentEntitlements(for:)")
  public static func currentEntitlement(
    for productID: String
  ) async -> VerificationResult<Transaction>? {
    await StoreSession.active?.currentEntitlements().of(productID).first
  }

  /// The customer's transactions, newest first; finite.
  ///
  /// Finished consumables are left out unless they were refunded, or the session was connected
  /// with them. Offline only what the device keeps is there. Apple documents no order.
  public static var all: Transactions {
    Transactions { await $0.transactions(of: nil) }
  }

  /// The customer's transactions of one product, newest first; finite.
  public static func all(for productID: String) -> Transactions {
    Transactions { await $0.transactions(of: productID) }
  }

  /// The customer's latest transaction of one product, also one that was revoked or has expired;
  /// `nil` if there is none, and for a consumable that is finished.
  public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
    await StoreSession.active?.latestTransaction(of: productID)
  }

  /// Tells the store that the purchase is delivered: no device is offered it again.
  ///
  /// Where the store cannot be reached the transaction stays unfinished and comes again. Finishing
  /// twice is harmless.
  public func finish() async { await session.finish(payload.transactionId) }

  /// Where the subscription of this transaction stands; `nil` for every other type of product.
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
