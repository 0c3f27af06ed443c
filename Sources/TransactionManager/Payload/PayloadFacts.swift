import AppStorePayloads
import Foundation

// Every field of the two payloads that has a value, by name, the most interesting first. A number
// is followed by its meaning.

extension TransactionPayload {
  var facts: [RowFact] { sale + period + offer + revocation + origin }

  private var sale: [RowFact] {
    .known([
      "transactionId": "\(transactionId)", "originalTransactionId": "\(originalTransactionId)",
      "productId": productId, "type": type.rawValue, "quantity": "\(quantity)",
      "price": "\(price) · \(displayPrice)", "currency": currency,
      "transactionReason": transactionReason.rawValue,
      "inAppOwnershipType": inAppOwnershipType.rawValue,
      "purchaseDate": purchaseDate.second, "originalPurchaseDate": originalPurchaseDate.second,
    ])
  }

  private var period: [RowFact] {
    .known([
      "expiresDate": expiresDate?.second, "isUpgraded": isUpgraded.map { "\($0)" },
      "subscriptionGroupIdentifier": subscriptionGroupIdentifier,
      "webOrderLineItemId": webOrderLineItemId,
    ])
  }

  private var offer: [RowFact] {
    .offer(offerType, offerIdentifier, offerDiscountType, offerPeriod)
  }

  private var revocation: [RowFact] {
    .known([
      "revocationDate": revocationDate?.second, "revocationType": revocationType?.rawValue,
      "revocationPercentage": revocationPercentage.map {
        "\($0) · \(Decimal(milliunits: Int64($0))) %"
      },
      "revocationReason": revocationReason?.words,
    ])
  }

  private var origin: [RowFact] {
    .known([
      "appAccountToken": appAccountToken?.description, "appTransactionId": appTransactionId,
      "bundleId": bundleId, "environment": environment.rawValue, "storefront": storefront,
      "storefrontId": storefrontId, "signedDate": signedDate.second,
    ]) + .device(deviceVerification, deviceVerificationNonce)
  }
}

extension RenewalInfoPayload {
  var facts: [RowFact] { renewal + failure + offer + origin }

  private var renewal: [RowFact] {
    .known([
      "originalTransactionId": "\(originalTransactionId)", "productId": productId,
      "autoRenewProductId": autoRenewProductId, "autoRenewStatus": autoRenewStatus.words,
      "renewalDate": renewalDate?.second,
      "renewalPrice": renewalPrice.map { "\($0)" + (displayPrice.map { " · \($0)" } ?? "") },
      "currency": currency, "priceIncreaseStatus": priceIncreaseStatus?.words,
    ])
  }

  private var failure: [RowFact] {
    .known([
      "expirationIntent": expirationIntent?.words,
      "isInBillingRetryPeriod": isInBillingRetryPeriod.map { "\($0)" },
      "gracePeriodExpiresDate": gracePeriodExpiresDate?.second,
    ])
  }

  private var offer: [RowFact] {
    .offer(offerType, offerIdentifier, offerDiscountType, offerPeriod)
      + .known(["eligibleWinBackOfferIds": eligibleWinBackOfferIds?.joined(separator: ", ")])
  }

  private var origin: [RowFact] {
    .known([
      "recentSubscriptionStartDate": recentSubscriptionStartDate.second,
      "appAccountToken": appAccountToken?.description, "appTransactionId": appTransactionId,
      "environment": environment.rawValue, "signedDate": signedDate.second,
    ]) + .device(deviceVerification, deviceVerificationNonce)
  }
}

extension [RowFact] {
  fileprivate static func offer(
    _ type: OfferType?, _ id: String?, _ discount: OfferDiscountType?, _ period: Period?
  ) -> Self {
    .known([
      "offerType": type?.words, "offerIdentifier": id, "offerDiscountType": discount?.rawValue,
      "offerPeriod": period?.description,
    ])
  }

  /// Only payloads that are signed for a device have them.
  fileprivate static func device(_ verification: Data?, _ nonce: LowercaseUUID?) -> Self {
    .known([
      "deviceVerification": verification?.base64EncodedString(),
      "deviceVerificationNonce": nonce?.description,
    ])
  }
}

extension OfferType {
  fileprivate var words: String {
    switch self {
    case .introductory: "1 · introductory"
    case .promotional: "2 · promotional"
    case .code: "3 · code"
    case .winBack: "4 · win-back"
    }
  }
}

extension RevocationReason {
  fileprivate var words: String {
    switch self {
    case .other: "0 · other"
    case .developerIssue: "1 · an issue with the app"
    }
  }
}

extension RenewalInfoPayload.AutoRenewStatus {
  fileprivate var words: String {
    switch self {
    case .off: "0 · off"
    case .on: "1 · on"
    }
  }
}

extension ExpirationIntent {
  fileprivate var words: String {
    switch self {
    case .autoRenewDisabled: "1 · renewal turned off"
    case .billingError: "2 · billing error"
    case .didNotConsentToPriceIncrease: "3 · no consent to the price increase"
    case .productUnavailable: "4 · product not for sale"
    case .other: "5 · other"
    }
  }
}

extension PriceIncreaseStatus {
  fileprivate var words: String {
    switch self {
    case .pending: "0 · waiting for an answer"
    case .agreed: "1 · agreed"
    }
  }
}

extension Date {
  /// "2026-12-14 10:00:05", in UTC.
  var second: String {
    formatted(
      Date.VerbatimFormatStyle(
        format: """
          \(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \
          \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\
          \(minute: .twoDigits):\(second: .twoDigits)
          """,
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
  }
}
