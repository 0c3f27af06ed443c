/// The stable code of a ``StoreError`` in JSON, and its HTTP status.
///
/// A code is never renamed and never reused for another error.
package enum StoreErrorCode: String, CodingKey, Codable, Hashable, Sendable, CaseIterable {
  case unavailable
  case unauthorized
  case signInRefused
  case tooManyAttempts
  case accountExists
  case invalidPassword
  case unknownProduct
  case invalidQuantity
  case quoteChanged
  case orderKeyReused
  case orderKeyClosed
  case unknownOffer
  case ineligibleForOffer
  case invalidOfferSignature
  case invalidOfferPrice
  case missingOfferParameter
  case unknownOfferCode
  case offerCodeExpired
  case offerCodeRedeemed
  case offerCodeExists
  case invalidOfferCode
  case unknownTransaction
  case orderNotWaiting
  case familyShared
  case familyRefused
  case notFamilyShareable
  case alreadyRefunded
  case nothingToRefund
  case invalidRefundPercentage
  case duplicateRefundRequest
  case noRefundRequest
  case notRefunded
  case refundNotReversible
  case invalidRefundText
  case invalidPurchaseDate
  case notSubscribed
  case severalSubscribers
  case renewalIsOff
  case billingIssue
  case noPriceIncrease
  case priceChanged
  case invalidExtension
  case extensionRefused
  case invalidPrice
  case consentRequired
  case invalidCatalogue
  case unknownAccount
  case unknownDevice
  case deviceExists
  case tooManyDevices
  case invalidName
  case clockMovedBackwards
  case clockBeyondCertificates
  case clockNotAccepted
  case clockNotSet
  case certificatesNotValid
  case unknownStorefront
  case unknownLocale
  case invalidRequestRevision
  case invalidSimulatedError
  case unknownAPIKey
  case invalidNotificationURL
  case unknownNotification
  case notificationRefused

  /// The HTTP status code.
  package var status: Int {
    switch self {
    case .unauthorized, .signInRefused: 401
    case .unknownProduct, .unknownOffer, .unknownOfferCode, .unknownTransaction, .unknownAccount,
      .unknownDevice, .unknownAPIKey, .unknownNotification:
      404
    case .offerCodeExpired, .offerCodeRedeemed, .offerCodeExists, .accountExists, .quoteChanged,
      .ineligibleForOffer, .invalidOfferPrice, .orderKeyReused, .orderKeyClosed, .orderNotWaiting,
      .familyShared, .familyRefused, .notFamilyShareable, .alreadyRefunded, .nothingToRefund,
      .duplicateRefundRequest,
      .noRefundRequest, .notRefunded,
      .refundNotReversible, .notSubscribed, .severalSubscribers, .renewalIsOff, .billingIssue,
      .noPriceIncrease, .priceChanged, .consentRequired, .extensionRefused, .deviceExists,
      .tooManyDevices,
      .clockMovedBackwards, .clockBeyondCertificates, .clockNotSet, .notificationRefused:
      409
    case .invalidOfferCode, .invalidPassword, .invalidQuantity, .invalidOfferSignature,
      .missingOfferParameter, .invalidExtension, .invalidPrice, .invalidCatalogue, .invalidName,
      .unknownStorefront, .unknownLocale, .invalidRequestRevision, .invalidSimulatedError,
      .invalidRefundText, .invalidRefundPercentage, .invalidPurchaseDate, .invalidNotificationURL:
      422
    case .tooManyAttempts: 429
    case .unavailable, .clockNotAccepted, .certificatesNotValid: 503
    }
  }
}
