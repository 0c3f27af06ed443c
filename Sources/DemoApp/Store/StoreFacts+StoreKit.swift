import Foundation
import OpenStoreKit

// From StoreKit's values to plain ones. Only verified transactions become facts; a status that is
// not verified stays one, because the customer must be told so.

extension ProductRow.Kind {
  init?(_ type: Product.ProductType) {
    switch type {
    case .consumable: self = .consumable
    case .nonConsumable: self = .nonConsumable
    case .nonRenewable: self = .nonRenewable
    case .autoRenewable: self = .autoRenewable
    default: return nil
    }
  }
}

extension ProductRow {
  /// `nil` for a type that this app does not know.
  init?(_ product: Product, isEligible: Bool) {
    guard let kind = Kind(product.type) else { return nil }
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
      period: PlanPeriod(subscription.subscriptionPeriod),
      introductoryOffer: isEligible
        ? subscription.introductoryOffer.flatMap { ProductRow.Introductory($0) } : nil)
  }
}

extension ProductRow.Introductory {
  fileprivate init?(_ offer: Product.SubscriptionOffer) {
    guard let mode = Mode(offer.paymentMode) else { return nil }
    self.init(
      mode: mode, displayPrice: offer.displayPrice, period: PlanPeriod(offer.period),
      periodCount: offer.periodCount)
  }
}

extension ProductRow.Introductory.Mode {
  fileprivate init?(_ mode: Product.SubscriptionOffer.PaymentMode) {
    switch mode {
    case .freeTrial: self = .freeTrial
    case .payAsYouGo: self = .payAsYouGo
    case .payUpFront: self = .payUpFront
    default: return nil
    }
  }
}

extension PlanPeriod {
  fileprivate init(_ period: Product.SubscriptionPeriod) {
    self.init(unit: Unit(period.unit), value: period.value)
  }
}

extension PlanPeriod.Unit {
  fileprivate init(_ unit: Product.SubscriptionPeriod.Unit) {
    switch unit {
    case .day: self = .day
    case .week: self = .week
    case .month: self = .month
    case .year: self = .year
    }
  }
}

extension Owned {
  /// `passEnd` computes when a pass ends, which StoreKit does not know.
  init?(_ transaction: Transaction, passEnd: (Transaction) -> Date) {
    guard let kind = ProductRow.Kind(transaction.productType) else { return nil }
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
    guard let state = State(status.state),
      let owned = Owned(status.transaction.unsafePayloadValue, passEnd: passEnd)
    else { return nil }
    self.init(
      groupID: groupID, state: state, transaction: owned,
      renewal: Renewal(status.renewalInfo.unsafePayloadValue),
      isVerified: status.transaction.isVerified && status.renewalInfo.isVerified)
  }
}

extension PlanStatus.State {
  fileprivate init?(_ state: Product.SubscriptionInfo.RenewalState) {
    switch state {
    case .subscribed: self = .subscribed
    case .expired: self = .expired
    case .inBillingRetryPeriod: self = .inBillingRetryPeriod
    case .inGracePeriod: self = .inGracePeriod
    case .revoked: self = .revoked
    default: return nil
    }
  }
}

extension PlanStatus.Renewal {
  fileprivate init(_ info: Product.SubscriptionInfo.RenewalInfo) {
    self.init(
      currentProductID: info.currentProductID, willAutoRenew: info.willAutoRenew,
      autoRenewPreference: info.autoRenewPreference,
      expirationReason: info.expirationReason.map { PlanStatus.ExpirationReason($0) },
      gracePeriodExpirationDate: info.gracePeriodExpirationDate, renewalDate: info.renewalDate)
  }
}

extension PlanStatus.ExpirationReason {
  fileprivate init(_ reason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason) {
    switch reason {
    case .autoRenewDisabled: self = .autoRenewDisabled
    case .billingError: self = .billingError
    case .didNotConsentToPriceIncrease: self = .didNotConsentToPriceIncrease
    case .productUnavailable: self = .productUnavailable
    default: self = .unknown
    }
  }
}

extension VerificationResult {
  var isVerified: Bool { (try? payloadValue) != nil }
}
