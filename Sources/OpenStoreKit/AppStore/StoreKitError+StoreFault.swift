import StoreAPI

// The one table from what a store refuses to what StoreKit throws. StoreAPI's types never leave
// this module: where StoreKit has no case, the sentence travels inside a `systemError`.
extension StoreFault {
  /// What every call but a purchase throws.
  var storeKitError: StoreKitError {
    switch self {
    case .unavailable:
      .networkError(
        URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: description]))
    case .unauthorized, .signInRefused, .tooManyAttempts, .accountExists, .invalidPassword,
      .unknownProduct, .invalidQuantity, .quoteChanged, .orderKeyReused, .orderKeyClosed,
      .unknownTransaction, .alreadyRefunded, .nothingToRefund, .notSubscribed,
      .severalSubscribers, .unknownAccount, .unknownDevice, .deviceExists,
      .tooManyDevices, .invalidName, .clockMovedBackwards, .clockBeyondCertificates,
      .unknown:
      .systemError(SystemErrorReason(description))
    }
  }

  /// What a purchase throws.
  var purchaseError: any Error {
    switch self {
    case .unknownProduct: Product.PurchaseError.productUnavailable
    case .invalidQuantity: Product.PurchaseError.invalidQuantity
    default: storeKitError
    }
  }
}

/// A sentence that StoreKit has no case for.
struct SystemErrorReason: LocalizedError, Hashable {
  let errorDescription: String?

  init(_ sentence: String) { errorDescription = sentence }
}
