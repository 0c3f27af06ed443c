import StoreAPI

extension Product {
  /// An option of a purchase.
  public struct PurchaseOption: Sendable {
    enum Kind: Sendable {
      case appAccountToken(UUID)
      case quantity(Int)
      case simulatesAskToBuyInSandbox(Bool)
      case offer(OrderOffer)
      case onStorefrontChange(@Sendable (Storefront) -> Bool)
      case custom(key: String, value: any Hashable & Sendable)
    }

    let kind: Kind

    /// Adds the app's account to the transaction of the purchase and to its renewals.
    public static func appAccountToken(_ token: UUID) -> PurchaseOption {
      PurchaseOption(kind: .appAccountToken(token))
    }

    /// Sets the quantity: 1 to 10 of a consumable or a non-renewing subscription, otherwise 1.
    public static func quantity(_ quantity: Int) -> PurchaseOption {
      PurchaseOption(kind: .quantity(quantity))
    }

    /// Makes a test store handle the purchase as one that a parent must approve.
    ///
    /// `true` lets the order wait, whatever the store's setting is; `false` changes nothing.
    public static func simulatesAskToBuyInSandbox(_ simulates: Bool) -> PurchaseOption {
      PurchaseOption(kind: .simulatesAskToBuyInSandbox(simulates))
    }

    /// Buys a plan with one of its win-back offers.
    ///
    /// The offer must be among ``Product/SubscriptionInfo/RenewalInfo/eligibleWinBackOfferIDs``:
    /// otherwise the purchase throws ``PurchaseError/ineligibleForOffer``, and
    /// ``PurchaseError/invalidOfferIdentifier`` if the plan has no such win-back offer.
    public static func winBackOffer(_ offer: SubscriptionOffer) -> PurchaseOption {
      // Only introductory offers have no ID, and a store has no win-back offer without one.
      PurchaseOption(kind: .offer(.winBack(id: offer.id ?? "")))
    }

    /// Lets the app's server decide whether the customer may have the introductory offer.
    ///
    /// `compactJWS` is the decision, signed with a key of the app for offers. If it cannot be
    /// trusted, the purchase throws ``PurchaseError/invalidOfferSignature``.
    public static func introductoryOfferEligibility(compactJWS: String) -> PurchaseOption {
      PurchaseOption(kind: .offer(.introductoryOfferEligibility(compactJWS: compactJWS)))
    }

    /// Decides whether the purchase continues if the storefront has changed since the product was
    /// loaded.
    ///
    /// Without this option the purchase continues.
    public static func onStorefrontChange(
      shouldContinuePurchase: @Sendable @escaping (Storefront) -> Bool
    ) -> PurchaseOption {
      PurchaseOption(kind: .onStorefrontChange(shouldContinuePurchase))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: String) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: Double) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: Bool) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: Data) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }
  }
}

extension Product.PurchaseOption: Equatable, Hashable, CustomDebugStringConvertible {
  /// Closures cannot be compared, so all options with a closure are equal.
  private var identity: [AnyHashable] {
    switch kind {
    case .appAccountToken(let token): ["appAccountToken", token]
    case .quantity(let quantity): ["quantity", quantity]
    case .simulatesAskToBuyInSandbox(let simulates): ["simulatesAskToBuyInSandbox", simulates]
    case .offer(.winBack(let id)): ["winBackOffer", id]
    case .offer(.introductoryOfferEligibility(let jws)): ["introductoryOfferEligibility", jws]
    case .onStorefrontChange: ["onStorefrontChange"]
    case .custom(let key, let value): ["custom", key, AnyHashable(value)]
    }
  }

  /// Returns whether both are the same option with the same value.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.identity == rhs.identity }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// The option's name and value.
  public var debugDescription: String {
    identity.map { "\($0)" }.joined(separator: " ")
  }
}
