import Foundation
import OpenStoreKit

// From StoreKit's values to plain ones. Only verified transactions become facts. A status that is
// not verified becomes one too, because the screen must say so.

/// The values that the app adds to StoreKit's: the duration of a pass, and the format of prices.
struct FactContext {
  let presentation: Presentation
  /// The storefront's language.
  let locale: Locale

  /// Returns the end of a pass, which StoreKit does not know.
  func passEnd(_ transaction: Transaction) -> Date {
    PassExpiration.date(
      purchased: transaction.purchaseDate, quantity: transaction.purchasedQuantity,
      duration: presentation[transaction.productID].duration)
  }

  /// The amount in the currency that was charged, written in the storefront's language; a part of a
  /// price is rounded as the App Store rounds it.
  func price(_ amount: Decimal, _ currency: Locale.Currency?) -> Price {
    let style = Decimal.FormatStyle.Currency(code: currency?.identifier ?? "", locale: locale)
      .rounded(rule: .toNearestOrAwayFromZero)
    return Price(amount: amount, text: amount.formatted(style))
  }
}

extension ProductRow {
  /// `nil` for a type that this app does not know.
  init?(_ product: Product, isEligible: Bool, hasOfferSigner: Bool = false) {
    guard let kind = Kind(rawValue: product.type.rawValue) else { return nil }
    self.init(
      id: product.id, kind: kind, displayName: product.displayName,
      description: product.description, price: product.price, displayPrice: product.displayPrice,
      isFamilyShareable: product.isFamilyShareable,
      plan: product.subscription.map {
        Plan($0, isEligible: isEligible, hasOfferSigner: hasOfferSigner)
      })
  }
}

extension ProductRow.Plan {
  fileprivate init(
    _ subscription: Product.SubscriptionInfo, isEligible: Bool, hasOfferSigner: Bool
  ) {
    self.init(
      groupID: subscription.subscriptionGroupID, groupLevel: subscription.groupLevel,
      unitText: subscription.subscriptionPeriod.unitText,
      period: DateComponents(subscriptionPeriod: subscription.subscriptionPeriod),
      introductoryOffer: isEligible
        ? subscription.introductoryOffer.flatMap { ProductRow.Offer($0) } : nil,
      winBackOffers: subscription.winBackOffers.compactMap { ProductRow.Offer($0) },
      promotionalOffers: hasOfferSigner
        ? subscription.promotionalOffers.compactMap { ProductRow.Offer($0) } : nil)
  }
}

extension ProductRow.Offer {
  fileprivate init?(_ offer: Product.SubscriptionOffer) {
    guard let mode = Mode(rawValue: offer.paymentMode.rawValue) else { return nil }
    self.init(
      mode: mode, displayPrice: offer.displayPrice, unitText: offer.period.unitText,
      length: offer.period.length(times: offer.periodCount), id: offer.id)
  }
}

extension Owned {
  init?(_ transaction: Transaction, _ context: FactContext) {
    guard let kind = ProductRow.Kind(rawValue: transaction.productType.rawValue) else { return nil }
    self.init(
      transactionID: transaction.id, productID: transaction.productID, kind: kind,
      purchaseDate: transaction.purchaseDate,
      expirationDate: kind == .nonRenewable
        ? context.passEnd(transaction) : transaction.expirationDate,
      revocationDate: transaction.revocationDate, isUpgraded: transaction.isUpgraded,
      isFamilyShared: transaction.ownershipType == .familyShared,
      originalID: transaction.originalID,
      price: transaction.price.map { context.price($0, transaction.currency) },
      offer: transaction.offer.map { PurchaseOffer($0) })
  }
}

extension PurchaseOffer {
  fileprivate init(_ offer: Transaction.Offer) {
    self.init(
      kind: Kind(rawValue: offer.type.rawValue),
      mode: offer.paymentMode.flatMap { ProductRow.Offer.Mode($0) })
  }
}

extension ProductRow.Offer.Mode {
  fileprivate init?(_ mode: Transaction.Offer.PaymentMode) {
    switch mode {
    case .freeTrial: self = .freeTrial
    case .payAsYouGo: self = .payAsYouGo
    case .payUpFront: self = .payUpFront
    default: return nil
    }
  }
}

extension HistoryEntry {
  init(_ transaction: Transaction, _ owned: Owned, _ context: FactContext) {
    let price = transaction.price ?? 0
    let refund = transaction.refund ?? price
    self.init(
      owned: owned, groupID: transaction.subscriptionGroupID,
      isRenewal: transaction.reason == .renewal, quantity: transaction.purchasedQuantity,
      displayPrice: context.price(price, transaction.currency).text,
      displayRefund: context.price(-refund, transaction.currency).text)
  }
}

extension Transaction {
  /// The refunded amount; `nil` without a refund.
  fileprivate var refund: Decimal? {
    guard let price, let revocationPercentage else { return nil }
    return price * revocationPercentage / 100
  }
}

extension PlanStatus {
  /// `nil` for a state that this app does not know.
  init?(groupID: String, _ status: Product.SubscriptionInfo.Status, _ context: FactContext) {
    guard let state = State(rawValue: status.state.rawValue),
      let owned = Owned(status.transaction.unsafePayloadValue, context)
    else { return nil }
    self.init(
      groupID: groupID, state: state, transaction: owned,
      renewal: Renewal(status.renewalInfo.unsafePayloadValue, context),
      isVerified: status.transaction.isVerified && status.renewalInfo.isVerified)
  }
}

extension PlanStatus.Renewal {
  fileprivate init(_ info: Product.SubscriptionInfo.RenewalInfo, _ context: FactContext) {
    self.init(
      currentProductID: info.currentProductID, willAutoRenew: info.willAutoRenew,
      autoRenewPreference: info.autoRenewPreference,
      expirationReason: info.expirationReason.map {
        PlanStatus.ExpirationReason(rawValue: $0.rawValue) ?? .unknown
      },
      gracePeriodExpirationDate: info.gracePeriodExpirationDate, renewalDate: info.renewalDate,
      priceIncrease: PlanStatus.PriceIncreaseStatus(info.priceIncreaseStatus),
      renewalPrice: info.willAutoRenew
        ? info.renewalPrice.map { context.price($0, info.currency) } : nil,
      offer: info.willAutoRenew ? info.offer.map { PurchaseOffer($0) } : nil,
      eligibleWinBackOfferIDs: info.eligibleWinBackOfferIDs)
  }
}

extension PlanStatus.PriceIncreaseStatus {
  fileprivate init(_ status: Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus) {
    switch status {
    case .noIncreasePending: self = .noIncreasePending
    case .pending: self = .pending
    case .agreed: self = .agreed
    }
  }
}

extension VerificationResult {
  var isVerified: Bool { (try? payloadValue) != nil }
}
