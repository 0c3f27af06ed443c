import StoreAPI

extension StoreSession {
  var pendingIntents: PendingIntents { PendingIntents(folder: device.folder) }

  /// Returns each purchase that begins in the App Store, when the iterator asks for it.
  func purchaseIntents() -> AsyncStream<PurchaseIntent> {
    let listener = IntentListener(self)
    return AsyncStream { await listener.next() }
  }

  /// Takes the oldest purchase that began in the App Store; `nil` if there is none, or if the store
  /// cannot be reached.
  ///
  /// An intent for a product that is no longer sold is dropped, with a diagnostic.
  func takeIntent() async -> PurchaseIntent? {
    do {
      for waiting in try pendingIntents.all() {
        let product = try await products([waiting.productID]).first
        guard try await pendingIntents.take(waiting), let product else { continue }
        return PurchaseIntent(product: product, offer: product.offer(waiting.offerID))
      }
    } catch StoreKitError.networkError {
      return nil
    } catch {
      environment.diagnose(
        .failed(doing: "taking up a purchase of the App Store", reason: error.sentence))
    }
    return nil
  }

  /// Begins a purchase in the App Store's name; an open app takes it up, or the next one.
  ///
  /// - Returns: The product.
  /// - Throws: `Product.PurchaseError.productUnavailable` if the product is not sold,
  ///   ``PurchaseIntentURLError`` if it is another app's, ``StoreKitError`` if the store cannot be
  ///   reached, and `FileError` if the device's folder cannot be written.
  @discardableResult
  package func open(_ url: PurchaseIntentURL) async throws -> Product {
    let bundleID = try device.read().bundleID
    guard url.bundleID == bundleID else {
      throw PurchaseIntentURLError.otherApp(url.bundleID, expected: bundleID)
    }
    guard let product = try await products([url.productID]).first else {
      throw Product.PurchaseError.productUnavailable
    }
    try await pendingIntents.add(PendingIntent(productID: product.id))
    return product
  }
}

extension Product {
  /// The offer with this ID that a customer can choose.
  fileprivate func offer(_ id: String?) -> SubscriptionOffer? {
    guard let id, let subscription else { return nil }
    return (subscription.winBackOffers + subscription.promotionalOffers).first { $0.id == id }
  }
}
