/// Whether the App Store shows a promoted product on this device.
///
/// Apple may add cases, so a switch outside this package needs an `@unknown default`.
@nonexhaustive
public enum SKProductStorePromotionVisibility: Int, Sendable {
  /// The setting of the App Store.
  case `default` = 0
  /// The App Store shows it.
  case show = 1
  /// The App Store does not show it.
  case hide = 2
}

/// The order and the visibility of promoted products on this device, in original StoreKit.
///
/// ``Product/PromotionInfo`` changes the same values. Completion handlers are called on the main
/// queue. Source: "SKProductStorePromotionController".
public final class SKProductStorePromotionController: NSObject, Sendable {
  private static let shared = SKProductStorePromotionController()

  private override init() { super.init() }

  /// Returns the only controller.
  public static func `default`() -> SKProductStorePromotionController { shared }

  /// Returns whether the App Store shows a product.
  ///
  /// - Throws: ``SKError`` if the process is not connected, or the device's file cannot be read.
  public nonisolated(nonsending) func storePromotionVisibility(
    for product: SKProduct
  ) async throws -> SKProductStorePromotionVisibility {
    try await DevicePromotions.visibility(of: product.productIdentifier)
  }

  /// Sets whether the App Store shows a product.
  ///
  /// - Throws: ``SKError`` if the process is not connected, the product is not sold, the store
  ///   cannot be reached, or the device cannot save the setting.
  public nonisolated(nonsending) func update(
    storePromotionVisibility visibility: SKProductStorePromotionVisibility, for product: SKProduct
  ) async throws {
    try await DevicePromotions.set(visibility, for: product.productIdentifier)
  }

  /// Returns the products in the app's order; empty if the app has set none.
  ///
  /// - Throws: ``SKError`` if the process is not connected, the device's file cannot be read, or
  ///   the store cannot be reached.
  public nonisolated(nonsending) func storePromotionOrder() async throws -> [SKProduct] {
    try await DevicePromotions.order().map { SKProduct($0) }
  }

  /// Sets the order of the promoted products: these come first, and the others follow in the App
  /// Store's order.
  ///
  /// An empty order restores the App Store's.
  ///
  /// - Throws: ``SKError`` if the process is not connected, a product is not sold, the store cannot
  ///   be reached, or the device cannot save the order.
  public nonisolated(nonsending) func update(
    storePromotionOrder promotionOrder: [SKProduct]
  ) async throws {
    try await DevicePromotions.setOrder(promotionOrder.map(\.productIdentifier))
  }
}

// The same with completion handlers.
extension SKProductStorePromotionController {
  /// As ``storePromotionVisibility(for:)``; on an error, the visibility is the default.
  public func fetchStorePromotionVisibility(
    for product: SKProduct,
    completionHandler: ((SKProductStorePromotionVisibility, (any Error)?) -> Void)? = nil
  ) {
    let id = product.productIdentifier
    MainQueueReport.beginThrowing {
      try await DevicePromotions.visibility(of: id)
    } report: { result in
      completionHandler?((try? result.get()) ?? .default, result.error)
    }
  }

  /// As ``update(storePromotionVisibility:for:)``.
  public func update(
    storePromotionVisibility visibility: SKProductStorePromotionVisibility, for product: SKProduct,
    completionHandler: (((any Error)?) -> Void)? = nil
  ) {
    let id = product.productIdentifier
    MainQueueReport.beginThrowing {
      try await DevicePromotions.set(visibility, for: id)
    } report: { result in
      completionHandler?(result.error)
    }
  }

  /// As ``storePromotionOrder()``; on an error, there are no products.
  public func fetchStorePromotionOrder(
    completionHandler: (([SKProduct], (any Error)?) -> Void)? = nil
  ) {
    MainQueueReport.beginThrowing {
      try await DevicePromotions.order()
    } report: { result in
      let products = (try? result.get()) ?? []
      completionHandler?(products.map { SKProduct($0) }, result.error)
    }
  }

  /// As ``update(storePromotionOrder:)``.
  public func update(
    storePromotionOrder promotionOrder: [SKProduct],
    completionHandler: (((any Error)?) -> Void)? = nil
  ) {
    let ids = promotionOrder.map(\.productIdentifier)
    MainQueueReport.beginThrowing {
      try await DevicePromotions.setOrder(ids)
    } report: { result in
      completionHandler?(result.error)
    }
  }
}

/// The device's promotions, with the errors of original StoreKit.
private enum DevicePromotions {
  static func visibility(of id: String) async throws -> SKProductStorePromotionVisibility {
    do {
      let promotions = try await StoreSession.connected().keptPromotions()
      return SKProductStorePromotionVisibility(promotions.visibility[id])
    } catch {
      throw SKError(error)
    }
  }

  static func set(_ visibility: SKProductStorePromotionVisibility, for id: String) async throws {
    do {
      try await Product.PromotionInfo.updateProductVisibility(visibility.ofProduct, for: id)
    } catch {
      throw SKError(error)
    }
  }

  static func order() async throws -> [Product] {
    do {
      let session = try await StoreSession.connected()
      let ids = try session.keptPromotions().order
      return ids.isEmpty ? [] : try await session.products(ids)
    } catch {
      throw SKError(error)
    }
  }

  static func setOrder(_ ids: [String]) async throws {
    do {
      try await StoreSession.connected().changePromotions(of: ids) { promotions in
        promotions.setOrder(ids, listsOthers: true)
      }
    } catch {
      throw SKError(error)
    }
  }
}

extension SKProductStorePromotionVisibility {
  fileprivate init(_ kept: PromotionOverride.Visibility?) {
    self =
      switch kept {
      case nil: .default
      case .visible: .show
      case .hidden: .hide
      }
  }

  /// The same in StoreKit 2.
  fileprivate var ofProduct: Product.PromotionInfo.Visibility {
    switch self {
    case .default: .appStoreConnectDefault
    case .show: .visible
    case .hide: .hidden
    }
  }
}

extension Result {
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
