import Foundation

// In JSON `{"code": "unknownProduct", "message": "…", "productID": "car"}`: the code says which of
// the other fields are there. What `encode` writes, `init` reads.
extension StoreFault: Codable {
  fileprivate enum Key: String, CodingKey {
    case code
    /// The sentence for people.
    case message
    case account
    case api
    case accounts
    case begins
    case certificatesEnd
    case currency
    case date
    case days
    case first
    case from
    case key
    case last
    case limit
    case maximum
    case minimum
    case name
    case offerID
    case orderID
    case percentage
    case price
    case productID
    case quantity
    case quote
    case reason
    case requirement
    case retryAfter
    case revision
    case to
    case transactionID
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(codeName, forKey: .code)
    try container.encode(message, forKey: .message)
    for (key, value) in document.fields { try container.encode(value, forKey: key) }
  }

  /// Reads a code that this version does not know as ``unknown(code:message:)``.
  ///
  /// - Throws: `DecodingError` if a field is missing that a known code needs.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name: String = try container.value(.code)
    guard let code = FaultCode(rawValue: name) else {
      self = .unknown(code: name, message: try container.value(.message))
      return
    }
    self = try container.fault(code)
  }

  private var message: String {
    if case .unknown(_, let message) = self { message } else { description }
  }
}

extension StoreFault {
  /// The fault's code; `nil` for a fault that this version does not know.
  package var code: FaultCode? { document.code }

  /// The code in JSON, also of a fault that this version does not know.
  package var codeName: String {
    if case .unknown(let code, _) = self { code } else { code?.rawValue ?? "" }
  }

  /// The code, and the other fields of the JSON besides the message.
  private var document: (code: FaultCode?, fields: [Key: any Encodable]) {
    switch self {
    case .unavailable(let reason): (.unavailable, [.reason: reason])
    case .unauthorized: (.unauthorized, [:])
    case .signInRefused: (.signInRefused, [:])
    case .tooManyAttempts(let seconds): (.tooManyAttempts, [.retryAfter: seconds])
    case .accountExists(let name): (.accountExists, [.name: name])
    case .invalidPassword: (.invalidPassword, [:])
    case .unknownProduct(let id): (.unknownProduct, [.productID: id])
    case .invalidQuantity(let quantity, let allowed):
      (
        .invalidQuantity,
        [.quantity: quantity, .minimum: allowed.lowerBound, .maximum: allowed.upperBound]
      )
    case .quoteChanged(let quote): (.quoteChanged, [.quote: quote])
    case .orderKeyReused(let key): (.orderKeyReused, [.key: key])
    case .orderKeyClosed(let key): (.orderKeyClosed, [.key: key])
    case .unknownOffer(let id): (.unknownOffer, [.offerID: id])
    case .ineligibleForOffer(let id, let reason, let date):
      (
        .ineligibleForOffer,
        [.offerID: id, .reason: reason].merging(date.map { [.begins: $0] } ?? [:]) { $1 }
      )
    case .invalidOfferSignature(let reason): (.invalidOfferSignature, [.reason: reason])
    case .invalidOfferPrice(let id): (.invalidOfferPrice, [.offerID: id])
    case .missingOfferParameter(let name): (.missingOfferParameter, [.name: name])
    case .unknownOfferCode(let code): (.unknownOfferCode, [.name: code])
    case .offerCodeExpired(let code, let date): (.offerCodeExpired, [.name: code, .date: date])
    case .offerCodeRedeemed(let code): (.offerCodeRedeemed, [.name: code])
    case .offerCodeExists(let code): (.offerCodeExists, [.name: code])
    case .invalidOfferCode(let reason): (.invalidOfferCode, [.reason: reason])
    case .unknownTransaction(let id): (.unknownTransaction, [.transactionID: id])
    case .orderNotWaiting(let id): (.orderNotWaiting, [.orderID: id])
    case .familyShared(let id): (.familyShared, [.transactionID: id])
    case .notFamilyShareable(let id): (.notFamilyShareable, [.productID: id])
    case .familyRefused(nil, let reason): (.familyRefused, [.reason: reason])
    case .familyRefused(let account?, let reason):
      (.familyRefused, [.account: account, .reason: reason])
    case .alreadyRefunded(let id, let date):
      (.alreadyRefunded, [.transactionID: id, .date: date])
    case .nothingToRefund(let id): (.nothingToRefund, [.transactionID: id])
    case .invalidRefundPercentage(let percentage):
      (.invalidRefundPercentage, [.percentage: percentage])
    case .duplicateRefundRequest(let id): (.duplicateRefundRequest, [.transactionID: id])
    case .noRefundRequest(let id): (.noRefundRequest, [.transactionID: id])
    case .notRefunded(let id): (.notRefunded, [.transactionID: id])
    case .refundNotReversible(let id): (.refundNotReversible, [.transactionID: id])
    case .invalidRefundText: (.invalidRefundText, [:])
    case .notSubscribed(let id, nil): (.notSubscribed, [.productID: id])
    case .notSubscribed(let id, let account?):
      (.notSubscribed, [.productID: id, .account: account])
    case .severalSubscribers(let id, let accounts):
      (.severalSubscribers, [.productID: id, .accounts: accounts])
    case .renewalIsOff(let id): (.renewalIsOff, [.productID: id])
    case .billingIssue(let id): (.billingIssue, [.productID: id])
    case .noPriceIncrease(let id): (.noPriceIncrease, [.productID: id])
    case .priceChanged(let id, let price, let currency):
      (.priceChanged, [.productID: id, .price: price, .currency: currency])
    case .invalidExtension(let days): (.invalidExtension, [.days: days])
    case .extensionRefused(let id, let reason):
      (.extensionRefused, [.productID: id, .reason: reason])
    case .invalidPrice(let price, let currency):
      (.invalidPrice, [.price: price, .currency: currency])
    case .consentRequired(let id, let requirement):
      (.consentRequired, [.productID: id, .requirement: requirement])
    case .invalidCatalogue(let reason): (.invalidCatalogue, [.reason: reason])
    case .unknownAccount(let name): (.unknownAccount, [.name: name])
    case .unknownDevice(let name): (.unknownDevice, [.name: name])
    case .deviceExists(let name): (.deviceExists, [.name: name])
    case .tooManyDevices(let limit): (.tooManyDevices, [.maximum: limit])
    case .invalidName(let name): (.invalidName, [.name: name])
    case .clockMovedBackwards(let from, let to):
      (.clockMovedBackwards, [.from: from, .to: to])
    case .clockBeyondCertificates(let date, let last):
      (.clockBeyondCertificates, [.date: date, .last: last])
    case .clockNotAccepted(let last, let jump):
      (
        .clockNotAccepted,
        [.last: last, .date: jump.date, .days: jump.days].merging(
          jump.certificatesEnd.map { [.certificatesEnd: $0] } ?? [:]
        ) { $1 }
      )
    case .clockNotSet(let date, let refusal, let limit):
      (.clockNotSet, [.date: date, .reason: refusal, .limit: limit])
    case .invalidPurchaseDate(let date, let first, let last):
      (.invalidPurchaseDate, [.date: date, .first: first, .last: last])
    case .certificatesNotValid(let date, let first, let last):
      (.certificatesNotValid, [.date: date, .first: first, .last: last])
    case .unknownStorefront(let code): (.unknownStorefront, [.name: code])
    case .unknownLocale(let name): (.unknownLocale, [.name: name])
    case .invalidSimulatedError(let name, let api):
      (.invalidSimulatedError, [.name: name, .api: api])
    case .invalidRequestRevision(let revision):
      (.invalidRequestRevision, [.revision: revision])
    case .unknown: (nil, [:])
    }
  }
}

extension KeyedDecodingContainer<StoreFault.Key> {
  fileprivate func fault(_ code: FaultCode) throws -> StoreFault {
    switch code {
    case .unauthorized: .unauthorized
    case .signInRefused: .signInRefused
    case .invalidPassword: .invalidPassword
    case .unavailable: .unavailable(try value(.reason))
    case .tooManyAttempts: .tooManyAttempts(retryAfter: try value(.retryAfter))
    case .unknownProduct: .unknownProduct(try value(.productID))
    case .invalidQuantity: .invalidQuantity(try value(.quantity), allowed: try allowed())
    case .quoteChanged: .quoteChanged(try value(.quote))
    case .orderKeyReused: .orderKeyReused(try value(.key))
    case .orderKeyClosed: .orderKeyClosed(try value(.key))
    case .unknownOffer: .unknownOffer(try value(.offerID))
    case .ineligibleForOffer:
      .ineligibleForOffer(
        try value(.offerID), reason: try value(.reason),
        begins: try decodeIfPresent(Date.self, forKey: .begins))
    case .invalidOfferSignature: .invalidOfferSignature(try value(.reason))
    case .invalidOfferPrice: .invalidOfferPrice(try value(.offerID))
    case .missingOfferParameter: .missingOfferParameter(try value(.name))
    case .unknownOfferCode: .unknownOfferCode(try value(.name))
    case .offerCodeExpired: .offerCodeExpired(try value(.name), try value(.date))
    case .offerCodeRedeemed: .offerCodeRedeemed(try value(.name))
    case .offerCodeExists: .offerCodeExists(try value(.name))
    case .invalidOfferCode: .invalidOfferCode(try value(.reason))
    case .unknownTransaction: .unknownTransaction(try value(.transactionID))
    case .orderNotWaiting: .orderNotWaiting(try value(.orderID))
    case .nothingToRefund: .nothingToRefund(try value(.transactionID))
    case .invalidRefundPercentage: .invalidRefundPercentage(try value(.percentage))
    case .familyShared: .familyShared(try value(.transactionID))
    case .notFamilyShareable: .notFamilyShareable(try value(.productID))
    case .familyRefused:
      .familyRefused(
        account: try decodeIfPresent(String.self, forKey: .account), reason: try value(.reason))
    case .duplicateRefundRequest: .duplicateRefundRequest(try value(.transactionID))
    case .noRefundRequest: .noRefundRequest(try value(.transactionID))
    case .notRefunded: .notRefunded(try value(.transactionID))
    case .refundNotReversible: .refundNotReversible(try value(.transactionID))
    case .invalidRefundText: .invalidRefundText
    case .alreadyRefunded: .alreadyRefunded(try value(.transactionID), try value(.date))
    case .notSubscribed:
      .notSubscribed(
        try value(.productID), account: try decodeIfPresent(String.self, forKey: .account))
    case .severalSubscribers:
      .severalSubscribers(try value(.productID), accounts: try value(.accounts))
    case .renewalIsOff: .renewalIsOff(try value(.productID))
    case .billingIssue: .billingIssue(try value(.productID))
    case .noPriceIncrease: .noPriceIncrease(try value(.productID))
    case .priceChanged:
      .priceChanged(
        try value(.productID), price: try value(.price), currency: try value(.currency))
    case .invalidExtension: .invalidExtension(days: try value(.days))
    case .extensionRefused:
      .extensionRefused(try value(.productID), reason: try value(.reason))
    case .accountExists: .accountExists(try value(.name))
    case .invalidPrice: .invalidPrice(try value(.price), currency: try value(.currency))
    case .consentRequired: .consentRequired(try value(.productID), try value(.requirement))
    case .invalidCatalogue: .invalidCatalogue(try value(.reason))
    case .unknownAccount: .unknownAccount(try value(.name))
    case .unknownDevice: .unknownDevice(try value(.name))
    case .deviceExists: .deviceExists(try value(.name))
    case .tooManyDevices: .tooManyDevices(limit: try value(.maximum))
    case .invalidName: .invalidName(try value(.name))
    case .clockMovedBackwards: .clockMovedBackwards(from: try value(.from), to: try value(.to))
    case .clockBeyondCertificates:
      .clockBeyondCertificates(try value(.date), last: try value(.last))
    case .clockNotAccepted:
      .clockNotAccepted(
        last: try value(.last),
        ClockJump(
          to: try value(.date), days: try value(.days),
          certificatesEnd: try decodeIfPresent(Date.self, forKey: .certificatesEnd)))
    case .clockNotSet:
      .clockNotSet(to: try value(.date), try value(.reason), limit: try value(.limit))
    case .invalidPurchaseDate:
      .invalidPurchaseDate(
        try value(.date), first: try value(.first), last: try value(.last))
    case .certificatesNotValid:
      .certificatesNotValid(
        at: try value(.date), first: try value(.first), last: try value(.last))
    case .unknownStorefront: .unknownStorefront(try value(.name))
    case .unknownLocale: .unknownLocale(try value(.name))
    case .invalidSimulatedError:
      .invalidSimulatedError(try value(.name), of: try value(.api))
    case .invalidRequestRevision: .invalidRequestRevision(try value(.revision))
    }
  }

  private func allowed() throws -> ClosedRange<Int> {
    let (minimum, maximum): (Int, Int) = (try value(.minimum), try value(.maximum))
    guard minimum <= maximum else {
      throw DecodingError.dataCorruptedError(
        forKey: .minimum, in: self, debugDescription: "\(minimum) is more than \(maximum)")
    }
    return minimum...maximum
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value of a key, whose type the caller gives.
  ///
  /// - Throws: `DecodingError` if it is missing or has another type.
  func value<Value: Decodable>(_ key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
}
