extension SKError {
  /// The code of an error of original StoreKit.
  ///
  /// The numbers are those of Apple's `SKErrorCode`. Apple may add cases, so a switch outside this
  /// package needs an `@unknown default`.
  @nonexhaustive
  public enum Code: Int, Sendable {
    /// An unknown or unexpected error.
    case unknown = 0
    /// The app is not allowed to perform the action.
    case clientInvalid = 1
    /// The customer cancelled the payment.
    case paymentCancelled = 2
    /// The store did not recognise a parameter of the payment, such as its quantity.
    case paymentInvalid = 3
    /// The customer may not make payments.
    case paymentNotAllowed = 4
    /// The product is not for sale, or the app declined the purchase in another storefront.
    case storeProductNotAvailable = 5
    /// The customer has not allowed access to cloud service information.
    case cloudServicePermissionDenied = 6
    /// The store cannot be reached.
    case cloudServiceNetworkConnectionFailed = 7
    /// The customer has revoked the permission to use the cloud service.
    case cloudServiceRevoked = 8
    /// The customer has not acknowledged Apple's privacy policy.
    case privacyAcknowledgementRequired = 9
    /// The app may not use its request data.
    case unauthorizedRequestData = 10
    /// The product has no offer with this identifier.
    case invalidOfferIdentifier = 11
    /// The signature of the offer cannot be trusted.
    case invalidSignature = 12
    /// A parameter of the offer is missing.
    case missingOfferParams = 13
    /// The price of the offer is no longer valid.
    case invalidOfferPrice = 14
    /// The customer dismissed the overlay.
    case overlayCancelled = 15
    /// The configuration of the overlay is not valid.
    case overlayInvalidConfiguration = 16
    /// The overlay took too long to load.
    case overlayTimeout = 17
    /// The customer is not eligible for the offer.
    case ineligibleForOffer = 18
    /// This platform does not support the action.
    case unsupportedPlatform = 19
    /// The overlay was presented in a scene in the background.
    case overlayPresentedInBackgroundScene = 20
  }
}

extension SKError.Code {
  /// Returns whether an error has this code, so that `catch SKError.paymentCancelled` matches it.
  public static func ~= (code: SKError.Code, error: any Error) -> Bool {
    if let error = error as? SKError { return error.code == code }
    let value: Any = error
    guard let error = value as? NSError else { return false }
    return error.domain == SKErrorDomain && error.code == code.rawValue
  }

  /// A sentence that describes the error, in English.
  var sentence: String {
    switch self {
    case .unknown: "An unknown error occurred."
    case .clientInvalid: "This app is not allowed to do this."
    case .paymentCancelled: "The payment was cancelled."
    case .paymentInvalid: "The payment is not valid."
    case .paymentNotAllowed: "Payments are not allowed on this device."
    case .storeProductNotAvailable: "This product is not for sale."
    case .cloudServicePermissionDenied: "Access to the cloud service is not allowed."
    case .cloudServiceNetworkConnectionFailed: "The store cannot be reached."
    case .cloudServiceRevoked: "The permission to use the cloud service was revoked."
    case .privacyAcknowledgementRequired: "The privacy policy must be acknowledged first."
    case .unauthorizedRequestData: "The request data is not allowed."
    case .invalidOfferIdentifier: "The product has no such offer."
    case .invalidSignature: "The signature of the offer does not match."
    case .missingOfferParams: "A parameter of the offer is missing."
    case .invalidOfferPrice: "The price of the offer is no longer valid."
    case .overlayCancelled: "The overlay was dismissed."
    case .overlayInvalidConfiguration: "The configuration of the overlay is not valid."
    case .overlayTimeout: "The overlay took too long to load."
    case .ineligibleForOffer: "This offer is not available to you."
    case .unsupportedPlatform: "This platform does not support this."
    case .overlayPresentedInBackgroundScene: "The overlay needs a scene in the foreground."
    }
  }
}

// The names by which `catch` matches: `catch SKError.paymentCancelled`.
extension SKError {
  /// ``Code/unknown``.
  public static var unknown: Code { .unknown }
  /// ``Code/clientInvalid``.
  public static var clientInvalid: Code { .clientInvalid }
  /// ``Code/paymentCancelled``.
  public static var paymentCancelled: Code { .paymentCancelled }
  /// ``Code/paymentInvalid``.
  public static var paymentInvalid: Code { .paymentInvalid }
  /// ``Code/paymentNotAllowed``.
  public static var paymentNotAllowed: Code { .paymentNotAllowed }
  /// ``Code/storeProductNotAvailable``.
  public static var storeProductNotAvailable: Code { .storeProductNotAvailable }
  /// ``Code/cloudServicePermissionDenied``.
  public static var cloudServicePermissionDenied: Code { .cloudServicePermissionDenied }
  /// ``Code/cloudServiceNetworkConnectionFailed``.
  public static var cloudServiceNetworkConnectionFailed: Code {
    .cloudServiceNetworkConnectionFailed
  }
  /// ``Code/cloudServiceRevoked``.
  public static var cloudServiceRevoked: Code { .cloudServiceRevoked }
  /// ``Code/privacyAcknowledgementRequired``.
  public static var privacyAcknowledgementRequired: Code { .privacyAcknowledgementRequired }
  /// ``Code/unauthorizedRequestData``.
  public static var unauthorizedRequestData: Code { .unauthorizedRequestData }
  /// ``Code/invalidOfferIdentifier``.
  public static var invalidOfferIdentifier: Code { .invalidOfferIdentifier }
  /// ``Code/invalidSignature``.
  public static var invalidSignature: Code { .invalidSignature }
  /// ``Code/missingOfferParams``.
  public static var missingOfferParams: Code { .missingOfferParams }
  /// ``Code/invalidOfferPrice``.
  public static var invalidOfferPrice: Code { .invalidOfferPrice }
  /// ``Code/overlayCancelled``.
  public static var overlayCancelled: Code { .overlayCancelled }
  /// ``Code/overlayInvalidConfiguration``.
  public static var overlayInvalidConfiguration: Code { .overlayInvalidConfiguration }
  /// ``Code/overlayTimeout``.
  public static var overlayTimeout: Code { .overlayTimeout }
  /// ``Code/ineligibleForOffer``.
  public static var ineligibleForOffer: Code { .ineligibleForOffer }
  /// ``Code/unsupportedPlatform``.
  public static var unsupportedPlatform: Code { .unsupportedPlatform }
  /// ``Code/overlayPresentedInBackgroundScene``.
  public static var overlayPresentedInBackgroundScene: Code { .overlayPresentedInBackgroundScene }
}
