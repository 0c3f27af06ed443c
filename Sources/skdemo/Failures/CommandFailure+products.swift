import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI

// The failure of a command that needs what the store sells.
extension CommandFailure {
  /// The failure because of an error with which the products could not be loaded.
  init(loadingProducts error: any Error) {
    self.init(error)
    message = "the shop could not be loaded: \(Notice.reason(error))"
    localMessage = nil
  }

  /// A product that the device does not know.
  ///
  /// While the device is offline, the store may sell it.
  fileprivate init(unknown productID: String, isOffline: Bool) {
    guard isOffline else {
      self.init(unknown: productID)
      return
    }
    self.init(
      code: "unavailable",
      message: """
        this device does not know a product '\(productID)', and the store cannot be reached: try \
        again when the store answers
        """, exit: .unreachable)
  }

  /// A product that the store does not sell.
  init(unknown productID: String) {
    self.init(
      code: "productUnavailable",
      message: StoreError.unknownProduct(productID: productID).description)
  }
}

extension StoreTime {
  /// Fails a command that requests products directly from the store, as `Product.products(for:)`
  /// fails in apps.
  ///
  /// - Throws: ``CommandFailure`` while the store's operator simulates an error of `loadProducts`.
  func checkLoadProducts() throws(CommandFailure) {
    guard let error = simulatedErrors[.loadProducts] else { return }
    throw CommandFailure(loadingProducts: error.thrown)
  }
}

extension CommandContext {
  /// Returns the product with an ID, for a command that buys it.
  ///
  /// An offline device returns a saved product: then the purchase fails.
  ///
  /// - Throws: ``CommandFailure`` if the products could not be loaded, or if the product is not known.
  func product(_ id: String, in store: Store) async throws(CommandFailure) -> ProductRow {
    let isOffline = store.offlineSince != nil
    if !isOffline, let error = await controller.productError {
      throw CommandFailure(loadingProducts: error)
    }
    guard let product = store.product(id) else {
      throw CommandFailure(unknown: id, isOffline: isOffline)
    }
    return product
  }
}
