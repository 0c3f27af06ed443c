package import StoreAPI

// Offer keys and offer codes.
extension OperatorCommand {
  static let ofOfferCodes: [any OperatorControl.Type] = [
    CreateOfferKey.self, CreateOfferCodes.self, OfferCodes.self,
  ]

  /// Creates a key with which an app's server signs offers.
  ///
  /// The store keeps its public half only.
  package struct CreateOfferKey: OperatorControl {
    package static let summary =
      "Creates a key with which an app's server signs offers. Only the answer has its private half."
    package static let result = OperatorResult.Name.offerKey
  }

  /// Creates offer codes, with the present terms of the catalogue's offer.
  ///
  /// The request is invalid unless the catalogue has such a code offer or product, a custom code has 1 to
  /// 64 letters and digits, and the number is 1 to ``StoreAPI/OfferCode/listLimit`` of random codes, or at
  /// least 1, and the expiration date is not past, nor for random codes later than in six months.
  package struct CreateOfferCodes: OperatorControl {
    package let request: OfferCodeRequest
    package static let summary =
      "Creates offer codes with the present terms of the catalogue's offer."
    package static let result = OperatorResult.Name.offerCodes
    package static let errors: [StoreErrorCode] = [.offerCodeExists, .invalidOfferCode]
  }

  /// Lists the offer codes that were made last, newest first, ``StoreAPI/OfferCode/listLimit`` at most.
  package struct OfferCodes: OperatorControl {
    package static let summary = "Lists the offer codes that were made last, newest first."
    package static let result = OperatorResult.Name.offerCodes
    package static let isQuestion = true
  }

  package static var createOfferKey: Self { Self(CreateOfferKey()) }
  package static func createOfferCodes(request: OfferCodeRequest) -> Self {
    Self(CreateOfferCodes(request: request))
  }
  package static var offerCodes: Self { Self(OfferCodes()) }
}
