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

  /// The amount in the currency that was charged, written in the storefront's language.
  func price(_ amount: Decimal, _ currency: Locale.Currency?) -> Price {
    Price(
      amount: amount, text: money(amount, currency).text, currency: currency?.identifier)
  }

  func money(_ amount: Decimal, _ currency: Locale.Currency?) -> Money {
    Money(amount, MoneyFormat(currency: currency?.identifier ?? "", locale: locale))
  }
}

extension ProductRow {
  init(_ product: Product, isEligible: Bool, hasOfferSigner: Bool = false) {
    self.init(
      id: product.id, kind: product.type, displayName: product.displayName,
      description: product.description, price: product.price, displayPrice: product.displayPrice,
      currency: product.priceFormatStyle.currencyCode, isFamilyShareable: product.isFamilyShareable,
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
        ? subscription.introductoryOffer.map { ProductRow.Offer($0) } : nil,
      winBackOffers: subscription.winBackOffers.map { ProductRow.Offer($0) },
      promotionalOffers: hasOfferSigner
        ? subscription.promotionalOffers.map { ProductRow.Offer($0) } : nil)
  }
}

extension ProductRow.Offer {
  fileprivate init(_ offer: Product.SubscriptionOffer) {
    self.init(
      mode: offer.paymentMode, displayPrice: offer.displayPrice, unitText: offer.period.unitText,
      length: offer.period.length(times: offer.periodCount), id: offer.id)
  }
}

extension Owned {
  init(_ transaction: Transaction, _ context: FactContext) {
    self.init(
      transactionID: transaction.id, productID: transaction.productID,
      kind: transaction.productType, purchaseDate: transaction.purchaseDate,
      expirationDate: transaction.productType == .nonRenewable
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
    kind = offer.type
    mode =
      switch offer.paymentMode {
      case .freeTrial: .freeTrial
      case .payAsYouGo: .payAsYouGo
      case .payUpFront: .payUpFront
      default: nil
      }
  }
}

extension HistoryEntry {
  init(_ transaction: Transaction, _ context: FactContext) {
    let paid = context.money(transaction.price ?? 0, transaction.currency)
    let refunded = context.money(transaction.refund ?? paid.amount, transaction.currency)
    self.init(
      owned: Owned(transaction, context), groupID: transaction.subscriptionGroupID,
      isRenewal: transaction.reason == .renewal, quantity: transaction.purchasedQuantity,
      displayPrice: paid.text, displayRefund: paid.format.text(-refunded.amount), paid: paid,
      refunded: refunded)
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
  init(groupID: String, _ status: Product.SubscriptionInfo.Status, _ context: FactContext) {
    self.init(
      groupID: groupID, state: status.state,
      transaction: Owned(status.transaction.unsafePayloadValue, context),
      renewal: Renewal(status.renewalInfo.unsafePayloadValue, context),
      isVerified: status.transaction.isVerified && status.renewalInfo.isVerified)
  }
}

extension PlanStatus.Renewal {
  fileprivate init(_ info: Product.SubscriptionInfo.RenewalInfo, _ context: FactContext) {
    self.init(
      currentProductID: info.currentProductID, willAutoRenew: info.willAutoRenew,
      autoRenewPreference: info.autoRenewPreference,
      expirationReason: info.expirationReason,
      gracePeriodExpirationDate: info.gracePeriodExpirationDate, renewalDate: info.renewalDate,
      priceIncrease: info.priceIncreaseStatus,
      renewalPrice: info.willAutoRenew
        ? info.renewalPrice.map { context.price($0, info.currency) } : nil,
      offer: info.willAutoRenew ? info.offer.map { PurchaseOffer($0) } : nil,
      eligibleWinBackOfferIDs: info.eligibleWinBackOfferIDs)
  }
}

extension VerificationResult {
  var isVerified: Bool { (try? payloadValue) != nil }
}
