extension Product {
  /// Something that a purchase is made with.
  public struct PurchaseOption: Sendable {
    enum Kind: Sendable {
      case appAccountToken(UUID)
      case quantity(Int)
      case simulatesAskToBuyInSandbox(Bool)
      case onStorefrontChange(@Sendable (Storefront) -> Bool)
      case custom(key: String, value: CustomValue)
    }

    enum CustomValue: Hashable, Sendable {
      case string(String)
      case double(Double)
      case bool(Bool)
      case data(Data)
    }

    let kind: Kind

    /// Binds the purchase, and every renewal of it, to an account of the app's own.
    public static func appAccountToken(_ token: UUID) -> PurchaseOption {
      PurchaseOption(kind: .appAccountToken(token))
    }

    /// Buys several at once: 1 to 10, consumables and non-renewing subscriptions only.
    public static func quantity(_ quantity: Int) -> PurchaseOption {
      PurchaseOption(kind: .quantity(quantity))
    }

    /// Makes a test store treat the purchase as one that a parent must approve.
    ///
    /// This store does not know of approvals yet and sells as usual.
    public static func simulatesAskToBuyInSandbox(_ simulates: Bool) -> PurchaseOption {
      PurchaseOption(kind: .simulatesAskToBuyInSandbox(simulates))
    }

    /// Decides whether the purchase goes on when the storefront is not the product's any more; it
    /// does where this option is absent.
    public static func onStorefrontChange(
      shouldContinuePurchase: @Sendable @escaping (Storefront) -> Bool
    ) -> PurchaseOption {
      PurchaseOption(kind: .onStorefrontChange(shouldContinuePurchase))
    }

    /// Carries a value of the app's own; this store does nothing with it.
    public static func custom(key: String, value: String) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: .string(value)))
    }

    /// Carries a value of the app's own; this store does nothing with it.
    public static func custom(key: String, value: Double) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: .double(value)))
    }

    /// Carries a value of the app's own; this store does nothing with it.
    public static func custom(key: String, value: Bool) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: .bool(value)))
    }

    /// Carries a value of the app's own; this store does nothing with it.
    public static func custom(key: String, value: Data) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: .data(value)))
    }
  }
}

extension Product.PurchaseOption: Equatable, Hashable, CustomDebugStringConvertible {
  /// Closures cannot be compared: an option that holds one is equal to any other of its kind.
  private var identity: [AnyHashable] {
    switch kind {
    case .appAccountToken(let token): ["appAccountToken", token]
    case .quantity(let quantity): ["quantity", quantity]
    case .simulatesAskToBuyInSandbox(let simulates): ["simulatesAskToBuyInSandbox", simulates]
    case .onStorefrontChange: ["onStorefrontChange"]
    case .custom(let key, let value): ["custom", key, value]
    }
  }

  /// Whether both ask for the same.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.identity == rhs.identity }

  /// Feeds what the option asks for.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// What the option asks for.
  public var debugDescription: String {
    identity.map { "\($0)" }.joined(separator: " ")
  }
}
