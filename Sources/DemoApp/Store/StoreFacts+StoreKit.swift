import Foundation
import OpenStoreKit

// From StoreKit's values to plain ones. Only verified transactions become facts. A status that is
// not verified becomes one too, because the screen must say so.

extension ProductRow {
  /// `nil` for a type that this app does not know.
  init?(_ product: Product, isEligible: Bool) {
    guard let kind = Kind(rawValue: product.type.rawValue) else { return nil }
    self.init(
      id: product.id, kind: kind, displayName: product.displayName,
      description: product.description, price: product.price, displayPrice: product.displayPrice,
      isFamilyShareable: product.isFamilyShareable,
      plan: product.subscription.map { Plan($0, isEligible: isEligible) })
  }
}

extension ProductRow.Plan {
  fileprivate init(_ subscription: Product.SubscriptionInfo, isEligible: Bool) {
    self.init(
      groupID: subscription.subscriptionGroupID, groupLevel: subscription.groupLevel,
      unitText: subscription.subscriptionPeriod.unitText,
      introductoryOffer: isEligible
        ? subscription.introductoryOffer.flatMap { ProductRow.Introductory($0) } : nil)
  }
}

extension ProductRow.Introductory {
  fileprivate init?(_ offer: Product.SubscriptionOffer) {
    guard let mode = Mode(rawValue: offer.paymentMode.rawValue) else { return nil }
    self.init(
      mode: mode, displayPrice: offer.displayPrice, unitText: offer.period.unitText,
      length: offer.period.length(times: offer.periodCount))
  }
}

extension Owned {
  /// `passEnd` computes when a pass ends, which StoreKit does not know.
  init?(_ transaction: Transaction, passEnd: (Transaction) -> Date) {
    guard let kind = ProductRow.Kind(rawValue: transaction.productType.rawValue) else { return nil }
    self.init(
      transactionID: transaction.id, productID: transaction.productID, kind: kind,
      purchaseDate: transaction.purchaseDate,
      expirationDate: kind == .nonRenewable ? passEnd(transaction) : transaction.expirationDate,
      revocationDate: transaction.revocationDate, isUpgraded: transaction.isUpgraded,
      isFamilyShared: transaction.ownershipType == .familyShared)
  }
}

extension HistoryEntry {
  /// Prices are written in the currency that was charged, as the storefront's language writes it.
  init(_ transaction: Transaction, _ owned: Owned, locale: Locale) {
    let code = transaction.currency?.identifier ?? ""
    let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
    let price = transaction.price ?? 0
    self.init(
      owned: owned, groupID: transaction.subscriptionGroupID,
      isRenewal: transaction.reason == .renewal, quantity: transaction.purchasedQuantity,
      displayPrice: price.formatted(style), displayRefund: (-price).formatted(style))
  }
}

extension PlanStatus {
  /// `nil` for a state that this app does not know.
  init?(
    groupID: String, _ status: Product.SubscriptionInfo.Status, passEnd: (Transaction) -> Date
  ) {
    guard let state = State(rawValue: status.state.rawValue),
      let owned = Owned(status.transaction.unsafePayloadValue, passEnd: passEnd)
    else { return nil }
    self.init(
      groupID: groupID, state: state, transaction: owned,
      renewal: Renewal(status.renewalInfo.unsafePayloadValue),
      isVerified: status.transaction.isVerified && status.renewalInfo.isVerified)
  }
}

extension PlanStatus.Renewal {
  fileprivate init(_ info: Product.SubscriptionInfo.RenewalInfo) {
    self.init(
      currentProductID: info.currentProductID, willAutoRenew: info.willAutoRenew,
      autoRenewPreference: info.autoRenewPreference,
      expirationReason: info.expirationReason.map {
        PlanStatus.ExpirationReason(rawValue: $0.rawValue) ?? .unknown
      },
      gracePeriodExpirationDate: info.gracePeriodExpirationDate, renewalDate: info.renewalDate)
  }
}

extension VerificationResult {
  var isVerified: Bool { (try? payloadValue) != nil }
}
