package import HTTPTypes
import NIOHTTP1
package import StoreAPI

extension FaultCode {
  /// The fields beside `code` and `message` in a refusal with this code.
  var fields: (required: [String: Schema], optional: [String: Schema]) {
    switch self {
    case .unauthorized, .signInRefused, .invalidPassword, .invalidRefundText: ([:], [:])
    case .unavailable: (["reason": .string], [:])
    case .tooManyAttempts: (["retryAfter": .whole], [:])
    case .unknownProduct: (["productID": .string], [:])
    case .invalidQuantity:
      (["quantity": .integer, "minimum": .integer, "maximum": .integer], [:])
    case .quoteChanged: (["quote": Quote.schema], [:])
    case .orderKeyReused, .orderKeyClosed: (["key": .uuid], [:])
    case .unknownOffer, .invalidOfferPrice: (["offerID": .string], [:])
    case .ineligibleForOffer:
      (
        [
          "offerID": .string, "reason": .choice(OfferRefusal.allCases.map(\.rawValue)),
        ], ["begins": .date]
      )
    case .invalidOfferSignature, .invalidOfferCode: (["reason": .string], [:])
    case .unknownTransaction, .nothingToRefund, .duplicateRefundRequest, .noRefundRequest,
      .notRefunded, .refundNotReversible:
      (["transactionID": .askedTransactionID], [:])
    case .invalidRefundPercentage: (["percentage": .percentage], [:])
    case .orderNotWaiting: (["orderID": .askedTransactionID], [:])
    case .familyShared: (["transactionID": .askedTransactionID], [:])
    case .familyRefused:
      (["reason": .choice(FamilyRefusal.allCases.map(\.rawValue))], ["account": .string])
    case .alreadyRefunded: (["transactionID": .transactionID, "date": .date], [:])
    case .notSubscribed: (["productID": .string], ["account": .string])
    case .renewalIsOff, .billingIssue, .noPriceIncrease, .notFamilyShareable:
      (["productID": .string], [:])
    case .priceChanged:
      (["productID": .string, "price": .amount, "currency": .string], [:])
    case .invalidExtension: (["days": .integer], [:])
    case .extensionRefused:
      (
        [
          "productID": .string, "reason": .choice(ExtensionRefusal.allCases.map(\.rawValue)),
        ], [:]
      )
    case .invalidPrice: (["price": .number, "currency": .string], [:])
    case .consentRequired:
      (["productID": .string, "requirement": ConsentRequirement.schema], [:])
    case .invalidCatalogue: (["reason": .string], [:])
    case .severalSubscribers: (["productID": .string, "accounts": .array(.string)], [:])
    case .offerCodeExpired: (["name": .string, "date": .date], [:])
    case .missingOfferParameter, .unknownOfferCode, .offerCodeRedeemed, .offerCodeExists,
      .accountExists, .unknownAccount, .unknownDevice, .deviceExists,
      .invalidName, .unknownStorefront, .unknownLocale:
      (["name": .string], [:])
    case .tooManyDevices: (["maximum": .integer], [:])
    case .clockMovedBackwards: (["from": .date, "to": .date], [:])
    case .invalidSimulatedError: (["name": .string, "api": .string], [:])
    case .invalidRequestRevision: (["revision": .string], [:])
    case .clockBeyondCertificates: (["date": .date, "last": .date], [:])
    case .clockNotAccepted:
      (["last": .date, "date": .date, "days": .whole], ["certificatesEnd": .date])
    case .clockNotSet:
      (
        [
          "date": .date, "reason": .choice(ClockRefusal.allCases.map(\.rawValue)), "limit": .date,
        ], [:]
      )
    case .certificatesNotValid, .invalidPurchaseDate:
      (["date": .date, "first": .date, "last": .date], [:])
    }
  }

  /// The HTTP status of a response with this code.
  package var httpStatus: HTTPResponse.Status { HTTPResponse.Status(number: status) }

  /// The shape of a refusal with this code.
  package var schema: Schema {
    .refusal(rawValue, fields.required, optional: fields.optional)
  }
}

extension RequestError.Code {
  /// The shape of a refusal with this code.
  package var schema: Schema { .refusal(rawValue) }
}

extension Schema {
  fileprivate static func refusal(
    _ code: String, _ fields: [String: Schema] = [:], optional: [String: Schema] = [:]
  ) -> Schema {
    let required = fields.merging(["code": .choice([code]), "message": .string]) { $1 }
    return .object(
      code.prefix(1).uppercased() + code.dropFirst() + "Error",
      ["error": .object(nil, required, optional: optional)])
  }
}

extension StoreFault {
  /// The HTTP status of a response with this fault; 500 if this version does not know the fault.
  package var httpStatus: HTTPResponse.Status { code?.httpStatus ?? .internalServerError }
}

extension HTTPResponse.Status {
  /// The status with this number and its standard phrase.
  init(number: Int) {
    self.init(code: number, reasonPhrase: HTTPResponseStatus(statusCode: number).reasonPhrase)
  }
}
