import StoreAPI

extension Product {
  /// A product that the App Store promotes, and whether this device's customer sees it there.
  ///
  /// An app's changes apply to this device.
  public struct PromotionInfo: Equatable, Sendable {
    /// Whether the App Store shows a promoted product.
    public enum Visibility: Int, Equatable, Hashable, Sendable {
      /// The setting of the App Store.
      case appStoreConnectDefault
      /// The App Store shows it.
      case visible
      /// The App Store does not show it.
      case hidden
    }

    /// The product.
    public let productID: Product.ID
    /// Whether the App Store shows it; ``update()`` makes a change effective.
    public var visibility: Visibility

    /// Makes the visibility effective.
    ///
    /// - Throws: As ``updateProductVisibility(_:for:)`` does.
    public func update() async throws {
      try await Self.updateProductVisibility(visibility, for: productID)
    }

    /// The products in the app's order; empty if the app has set none.
    public static var currentOrder: [PromotionInfo] {
      get async throws { try await StoreSession.connected().promotions() }
    }

    /// Sets the order of the promoted products; the others are hidden, unless they are visible.
    ///
    /// An empty order restores the App Store's.
    ///
    /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached, `systemError` if one
    ///   of the products is not sold or the device cannot keep the order.
    public static func updateProductOrder(
      byID productIDs: some Collection<Product.ID>
    ) async throws {
      let ids = Array(productIDs)
      try await StoreSession.connected().changePromotions(of: ids) { $0.setOrder(ids) }
    }

    /// Sets whether the App Store shows a product.
    ///
    /// - Throws: As ``updateProductOrder(byID:)`` does.
    public static func updateProductVisibility(
      _ visibility: Visibility, for productID: Product.ID
    ) async throws {
      try await StoreSession.connected().changePromotions(of: [productID]) {
        $0.visibility[productID] = visibility.override
      }
    }

    /// Sets the order and the visibility of the promoted products together.
    ///
    /// An empty collection restores the App Store's order and visibility.
    ///
    /// - Throws: As ``updateProductOrder(byID:)`` does.
    public static func updateAll(_ promotions: some Collection<PromotionInfo>) async throws {
      let ids = promotions.map(\.productID)
      let visibility = promotions.map { ($0.productID, $0.visibility.override) }
      try await StoreSession.connected().changePromotions(of: ids) { promotions in
        promotions = PromotionOverride()
        promotions.setOrder(ids)
        for (id, visibility) in visibility { promotions.visibility[id] = visibility }
      }
    }
  }
}

extension Product.PromotionInfo.Visibility {
  fileprivate var override: PromotionOverride.Visibility? {
    switch self {
    case .appStoreConnectDefault: nil
    case .visible: .visible
    case .hidden: .hidden
    }
  }

  fileprivate init(_ override: PromotionOverride.Visibility?) {
    self =
      switch override {
      case nil: .appStoreConnectDefault
      case .visible: .visible
      case .hidden: .hidden
      }
  }
}

extension StoreSession {
  /// The products in the app's order, as the device keeps it.
  fileprivate func promotions() throws -> [Product.PromotionInfo] {
    let promotions = try keptPromotions()
    return promotions.order.map {
      Product.PromotionInfo(
        productID: $0, visibility: Product.PromotionInfo.Visibility(promotions.visibility[$0]))
    }
  }

  func keptPromotions() throws -> PromotionOverride {
    do {
      return try device.read().promotions ?? PromotionOverride()
    } catch {
      throw StoreKitError.systemError(error)
    }
  }

  /// Changes the promotions, after checking that the products are sold.
  func changePromotions(
    of productIDs: [String], _ change: (inout PromotionOverride) -> Void
  ) async throws {
    let sold = Set(try await products(productIDs).map(\.id))
    if let other = productIDs.first(where: { !sold.contains($0) }) {
      throw StoreKitError.systemError(StoreError.unknownProduct(productID: other))
    }
    do {
      try device.update { record in
        var promotions = record.promotions ?? PromotionOverride()
        change(&promotions)
        record.promotions = promotions == PromotionOverride() ? nil : promotions
      }
    } catch {
      throw StoreKitError.systemError(error)
    }
  }
}
