import OpenStoreKit
import StoreAPI

/// A failure that a store can simulate.
protocol SimulatedFailure {
  static var api: SimulatedAPI { get }
  init?(_ error: SimulatedError)
  /// `nil` for an error of a later version of StoreKit.
  var simulated: SimulatedError? { get }
}

/// The failure of a call that has no errors of its own.
protocol GenericFailure: SimulatedFailure, LocalizedError {
  static func generic(_ error: StoreKitError) -> Self
  var storeKitError: StoreKitError { get }
}

extension GenericFailure {
  init?(_ error: SimulatedError) {
    guard let error = StoreKitError(error) else { return nil }
    self = .generic(error)
  }

  var simulated: SimulatedError? { storeKitError.simulated }
}

extension SKTestFailures.LoadProducts: GenericFailure {
  static let api = SimulatedAPI.loadProducts
  var storeKitError: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.AppTransaction: GenericFailure {
  static let api = SimulatedAPI.appTransaction
  var storeKitError: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.AppStoreSync: GenericFailure {
  static let api = SimulatedAPI.appStoreSync
  var storeKitError: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.SubscriptionStatus: GenericFailure {
  static let api = SimulatedAPI.subscriptionStatus
  var storeKitError: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.OfferCodeRedeem: GenericFailure {
  static let api = SimulatedAPI.offerCodeRedeem
  var storeKitError: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.ManageSubscriptions: GenericFailure {
  static let api = SimulatedAPI.manageSubscriptions
  var storeKitError: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.Purchase: SimulatedFailure {
  static let api = SimulatedAPI.purchase

  init?(_ error: SimulatedError) {
    if let purchase = Product.PurchaseError(error.name) {
      self = .purchase(purchase)
    } else if let generic = StoreKitError(error) {
      self = .generic(generic)
    } else {
      return nil
    }
  }

  var simulated: SimulatedError? {
    switch self {
    case .generic(let error): error.simulated
    case .purchase(let error): error.simulated
    }
  }
}

extension SKTestFailures.RefundRequest: SimulatedFailure {
  static let api = SimulatedAPI.refundRequest

  init?(_ error: SimulatedError) {
    if let request = Transaction.RefundRequestError(error.name) {
      self = .refundRequest(request)
    } else if let generic = StoreKitError(error) {
      self = .generic(generic)
    } else {
      return nil
    }
  }

  var simulated: SimulatedError? {
    switch self {
    case .generic(let error): error.simulated
    case .refundRequest(let error): error.simulated
    }
  }
}

extension SKTestFailures.Verification: SimulatedFailure {
  static let api = SimulatedAPI.verification

  private static let names: [(SimulatedError.Name, Self)] = [
    (.revokedCertificate, .revokedCertificate),
    (.invalidCertificateChain, .invalidCertificateChain),
    (.invalidDeviceVerification, .invalidDeviceVerification),
    (.invalidEncoding, .invalidEncoding), (.invalidSignature, .invalidSignature),
    (.missingRequiredProperties, .missingRequiredProperties),
  ]

  init?(_ error: SimulatedError) {
    guard let failure = Self.names.first(where: { $0.0 == error.name })?.1 else { return nil }
    self = failure
  }

  var simulated: SimulatedError? {
    Self.names.first { $0.1 == self }.map { SimulatedError($0.0) }
  }
}
