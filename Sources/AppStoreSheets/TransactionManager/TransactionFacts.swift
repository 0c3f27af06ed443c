import Foundation
import StoreAPI

/// A field of a payload and its value, as the details show it.
struct TransactionFact: Equatable, Sendable {
  let label: String
  let text: String

  init(_ label: String, _ text: String) {
    (self.label, self.text) = (label, text)
  }
}

extension ManagedRow {
  var facts: [TransactionFact] {
    switch self {
    case .order(let order): order.facts
    case .transaction(let listed): listed.facts
    }
  }
}

extension OperatorOrder {
  fileprivate var facts: [TransactionFact] {
    [
      TransactionFact("product", (quantity > 1 ? "\(quantity) × " : "") + productID),
      TransactionFact("account", account), TransactionFact("waits for", cause.need),
      TransactionFact("since", date.second),
    ]
  }
}

// The labels are the fields of "JWSTransactionDecodedPayload" and "JWSRenewalInfoDecodedPayload".
extension OperatorTransaction {
  /// The payload's fields that have a value, in the order of their interest.
  var facts: [TransactionFact] {
    let payload = transaction
    let quantity = payload.quantity > 1 ? "\(payload.quantity) × " : ""
    return [
      TransactionFact("productId", quantity + payload.productId),
      TransactionFact("type", payload.type.rawValue), TransactionFact("account", account),
      TransactionFact("price", "\(payload.displayPrice) · \(payload.storefront)"),
      TransactionFact(
        "purchaseDate",
        payload.purchaseDate.second + " · " + payload.transactionReason.rawValue.lowercased()),
    ]
      + .optional("expiresDate", payload.expiresDate?.second)
      + (payload.originalTransactionId == payload.transactionId
        ? [] : [TransactionFact("originalTransactionId", "\(payload.originalTransactionId)")])
      + .optional("offer", offer) + .optional("revocationDate", revocation)
      + .optional("refund request", refundRequest?.words)
      + .optional("isUpgraded", payload.isUpgraded.map { "\($0)" })
      + .optional("appAccountToken", payload.appAccountToken?.description)
      + [
        TransactionFact(
          "inAppOwnershipType", payload.inAppOwnershipType.rawValue),
        TransactionFact("finished", isFinished ? "yes" : "not yet"),
      ] + payload.otherFacts
  }

  private var offer: String? {
    let payload = transaction
    guard let type = payload.offerType else { return nil }
    let words: [String?] = [
      type.word, payload.offerIdentifier, payload.offerDiscountType?.rawValue,
      payload.offerPeriod?.description,
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }

  private var revocation: String? {
    let payload = transaction
    let percentage = payload.revocationPercentage.map { "\(Decimal(milliunits: Int64($0))) %" }
    let words: [String?] = [
      payload.revocationDate?.second, payload.revocationType?.rawValue, percentage,
      payload.revocationReason.map { "reason \($0.rawValue)" },
    ]
    return payload.revocationDate.map { _ in
      words.compactMap(\.self).joined(separator: " · ")
    }
  }
}

extension TransactionPayload {
  /// The fields that say where it belongs.
  fileprivate var otherFacts: [TransactionFact] {
    [TransactionFact("originalPurchaseDate", originalPurchaseDate.second)]
      + .optional("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
      + .optional("webOrderLineItemId", webOrderLineItemId)
      + [
        TransactionFact("storefrontId", storefrontId), TransactionFact("bundleId", bundleId),
        TransactionFact("environment", environment.rawValue),
        TransactionFact("appTransactionId", appTransactionId),
        TransactionFact("signedDate", signedDate.second),
      ]
  }
}

extension RefundRequest {
  fileprivate var words: String {
    ([state.rawValue.lowercased(), reason.rawValue, date.second] + [text].compactMap(\.self))
      .joined(separator: " · ")
  }
}

extension ManagedSubscription {
  /// The status and the renewal's fields that have a value.
  var facts: [TransactionFact] {
    let info = renewalInfo
    let price = info.renewalPrice.flatMap { price in
      info.currency.map { "\(Decimal(milliunits: price)) \($0)" }
    }
    return [
      TransactionFact("status", "\(status.rawValue) · \(status.word)"),
      TransactionFact(
        "autoRenewStatus",
        ([info.autoRenewStatus == .on ? "on" : "off"]
          + [info.autoRenewProductId].compactMap(\.self)).joined(separator: " · ")),
    ]
      + .optional("renewalDate", info.renewalDate?.second) + .optional("renewalPrice", price)
      + .optional("gracePeriodExpiresDate", info.gracePeriodExpiresDate?.second)
      + .optional(
        "priceIncreaseStatus",
        info.priceIncreaseStatus.map { $0 == .pending ? "waits for an answer" : "agreed" })
      + info.otherFacts
  }
}

extension RenewalInfoPayload {
  /// The fields that say how the plan ended, and what may follow.
  fileprivate var otherFacts: [TransactionFact] {
    let start = TransactionFact(
      "recentSubscriptionStartDate", recentSubscriptionStartDate.second)
    return .optional("expirationIntent", expirationIntent.map { "\($0.rawValue)" })
      + .optional("next offer", offer)
      + .optional("eligibleWinBackOfferIds", eligibleWinBackOfferIds?.joined(separator: ", "))
      + [start]
  }
}

extension RenewalInfoPayload {
  fileprivate var offer: String? {
    let words = [offerType?.word, offerIdentifier, offerDiscountType?.rawValue]
    return offerType.map { _ in words.compactMap(\.self).joined(separator: " · ") }
  }
}

extension [TransactionFact] {
  /// A field that a payload may lack.
  fileprivate static func optional(_ label: String, _ text: String?) -> Self {
    text.map { [TransactionFact(label, $0)] } ?? []
  }
}

extension OfferType {
  fileprivate var word: String {
    switch self {
    case .introductory: "introductory"
    case .promotional: "promotional"
    case .code: "code"
    case .winBack: "win-back"
    }
  }
}

extension SubscriptionStatusCode {
  fileprivate var word: String {
    switch self {
    case .active: "active"
    case .expired: "expired"
    case .billingRetry: "in billing retry"
    case .billingGracePeriod: "in grace period"
    case .revoked: "revoked"
    }
  }
}

extension Date {
  /// "2026-12-14 10:00:05", in UTC.
  fileprivate var second: String {
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
