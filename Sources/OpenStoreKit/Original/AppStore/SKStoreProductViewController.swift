// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A key for ``SKStoreProductViewController/loadProduct(withParameters:completionBlock:)``: the app's
/// number in the App Store, an `NSNumber` or a string of digits.
public let SKStoreProductParameterITunesItemIdentifier = "id"

/// Receives the end of the App Store's page.
///
/// Source: "SKStoreProductViewControllerDelegate".
public protocol SKStoreProductViewControllerDelegate: NSObjectProtocol {
  /// Called on the main queue when the customer has closed the page; optional.
  func productViewControllerDidFinish(_ viewController: SKStoreProductViewController)
}

extension SKStoreProductViewControllerDelegate {
  /// Does nothing.
  public func productViewControllerDidFinish(_ viewController: SKStoreProductViewController) {}
}

/// The app's page in the App Store, in original StoreKit.
///
/// Linux has no view controllers to present, so the system shows the page as soon as it has loaded.
/// It is always the page of this app, because the store sells the products of one app. The
/// customer's choice is delivered by ``PurchaseIntent/intents`` and to the payment queue's observers.
/// Source: "SKStoreProductViewController".
open class SKStoreProductViewController: NSObject {
  /// The object that is notified when the customer has closed the page; it is not retained.
  open weak var delegate: (any SKStoreProductViewControllerDelegate)?

  /// Creates a controller.
  public override init() { super.init() }

  /// Loads the page, and shows it.
  ///
  /// - Parameters:
  ///   - parameters: The app's number, with the key ``SKStoreProductParameterITunesItemIdentifier``.
  ///   - block: Called on the main queue before the page is shown, with whether it was loaded, or an
  ///     ``SKError``.
  open func loadProduct(
    withParameters parameters: [String: Any],
    completionBlock block: ((Bool, (any Error)?) -> Void)? = nil
  ) {
    let hasNumber = Self.hasNumber(parameters)
    MainQueueReport.beginThrowing {
      try await StoreSession.ofAppStorePage(hasNumber: hasNumber)
    } report: { result in
      switch result {
      case .success(let session):
        block?(true, nil)
        self.show(in: session)
      case .failure(let error): block?(false, error)
      }
    }
  }

  /// Loads the page, and shows it.
  ///
  /// - Parameter parameters: The app's number, with the key
  ///   ``SKStoreProductParameterITunesItemIdentifier``.
  /// - Returns: `true`.
  /// - Throws: ``SKError`` if the number is missing, or the process is not connected to a store.
  open nonisolated(nonsending) func loadProduct(
    withParameters parameters: [String: Any]
  ) async throws -> Bool {
    let hasNumber = Self.hasNumber(parameters)
    show(in: try await StoreSession.ofAppStorePage(hasNumber: hasNumber))
    return true
  }

  private func show(in session: StoreSession) {
    MainQueueReport.begin {
      await session.showAppStorePage()
    } report: { _ in
      self.delegate?.productViewControllerDidFinish(self)
    }
  }

  /// Whether the parameters of a page have an app's number.
  private static func hasNumber(_ parameters: [String: Any]) -> Bool {
    guard let value = parameters[SKStoreProductParameterITunesItemIdentifier] else { return false }
    return UInt64("\(value)") != nil
  }
}

extension StoreSession {
  /// The session that shows the App Store's page.
  ///
  /// - Parameter hasNumber: Whether the parameters have an app's number.
  /// - Returns: The session of the process.
  /// - Throws: ``SKError`` if they have none, or the process is not connected to a store.
  fileprivate static func ofAppStorePage(hasNumber: Bool) async throws -> StoreSession {
    guard hasNumber else { throw SKError(Product.PurchaseError.productUnavailable) }
    do {
      return try await connected()
    } catch {
      throw SKError(error)
    }
  }
}
