import Foundation
import OpenStoreKit

/// Decides what the customer has, from the receipt.
///
/// A receipt has no price, no type of product and no offer to former customers. These come from
/// StoreKit 2's facts about the same transactions, if it has them; they do not change a state.
struct ReceiptRule {
  private let receipt: ReceiptFacts
  private let facts: StoreFacts
  private let presentation: Presentation
  private let kinds: [String: Product.ProductType]
  /// StoreKit 2's transactions by ID.
  private let known: [UInt64: Owned]
  /// The latest transaction of each subscription.
  private let periods: [UInt64: ReceiptPurchase]

  init(receipt: ReceiptFacts, facts: StoreFacts, presentation: Presentation) {
    self.receipt = receipt
    self.facts = facts
    self.presentation = presentation
    let bought = facts.entitlements + facts.latest + facts.statuses.map(\.transaction)
    known = Dictionary(bought.map { ($0.transactionID, $0) }) { first, _ in first }
    var kinds: [String: Product.ProductType] = [:]
    for owned in bought { kinds[owned.productID] = owned.kind }
    for product in facts.products { kinds[product.id] = product.kind }
    self.kinds = kinds
    periods = Dictionary(receipt.purchases.map { ($0.originalID, $0) }) { first, _ in first }
  }
}

extension ReceiptRule {
  /// What the customer may use: purchases that are neither cancelled nor expired.
  var entitlements: [Owned] {
    receipt.purchases
      .filter { $0.cancellationDate == nil && kind(of: $0) != .consumable }
      .filter { purchase in purchase.expirationDate.map { $0 > facts.now } ?? true }
      .map(owned)
  }

  /// The latest transaction of each of these products.
  func latest(of productIDs: [String]) -> [Owned] {
    let latest = Dictionary(receipt.purchases.map { ($0.productID, $0) }) { first, _ in first }
    return productIDs.compactMap { latest[$0] }.filter { kind(of: $0) != .consumable }.map(owned)
  }

  /// The subscription groups of these products, as far as they are known.
  var groupIDs: [String: String] {
    receipt.purchases.reduce(into: [:]) { groups, purchase in
      guard purchase.expirationDate != nil else { return }
      groups[purchase.productID] = groups[purchase.productID] ?? groupID(of: purchase)
    }
  }

  /// The statuses of the subscriptions whose renewals verifyReceipt knows.
  var statuses: [PlanStatus] { receipt.renewals.compactMap(status) }

  private func status(_ renewal: ReceiptRenewal) -> PlanStatus? {
    guard let last = periods[renewal.originalID], let groupID = self.groupID(of: last) else {
      return nil
    }
    return PlanStatus(
      groupID: groupID, state: renewal.state(after: last, at: facts.now),
      transaction: owned(last), renewal: self.renewal(renewal, after: last))
  }

  private func renewal(
    _ renewal: ReceiptRenewal, after last: ReceiptPurchase
  ) -> PlanStatus.Renewal {
    let same = facts.statuses.first { $0.transaction.transactionID == last.transactionID }?.renewal
    let next = renewal.willAutoRenew ? renewal.nextProductID ?? renewal.productID : nil
    let price = next.flatMap { same?.renewalPrice ?? shopPrice(of: $0) }
    return PlanStatus.Renewal(
      currentProductID: renewal.productID, willAutoRenew: renewal.willAutoRenew,
      autoRenewPreference: next,
      expirationReason: renewal.expirationIntent.map {
        SubscriptionRenewalInfo.ExpirationReason(rawValue: $0)
      },
      gracePeriodExpirationDate: renewal.graceEnd,
      renewalDate: renewal.willAutoRenew ? last.expirationDate : nil,
      priceIncrease: renewal.priceIncrease,
      renewalPrice: last.isShared ? nil : price, offer: same?.offer,
      eligibleWinBackOfferIDs: same?.eligibleWinBackOfferIDs ?? [])
  }

  private func owned(_ purchase: ReceiptPurchase) -> Owned {
    let (kind, same) = (self.kind(of: purchase), known[purchase.transactionID])
    return Owned(
      transactionID: purchase.transactionID, productID: purchase.productID, kind: kind,
      purchaseDate: purchase.purchaseDate,
      expirationDate: kind == .nonRenewable ? passEnd(purchase) : purchase.expirationDate,
      revocationDate: purchase.revocationDate, isUpgraded: purchase.isUpgraded,
      isFamilyShared: purchase.isShared, originalID: purchase.originalID, price: same?.price,
      offer: same == nil ? purchase.offer : same?.offer)
  }
}

// Values that no receipt has.
extension ReceiptRule {
  /// A product whose type is no longer known counts as a non-consumable.
  private func kind(of purchase: ReceiptPurchase) -> Product.ProductType {
    purchase.expirationDate == nil ? kinds[purchase.productID] ?? .nonConsumable : .autoRenewable
  }

  private func groupID(of purchase: ReceiptPurchase) -> String? {
    purchase.groupID ?? facts.products.first { $0.id == purchase.productID }?.plan?.groupID
      ?? facts.groupIDs[purchase.productID]
  }

  /// The price for a customer who buys now; `nil` for a plan that is no longer sold.
  private func shopPrice(of productID: String) -> Price? {
    facts.products.first { $0.id == productID }
      .map { Price(amount: $0.price, text: $0.displayPrice) }
  }

  private func passEnd(_ purchase: ReceiptPurchase) -> Date {
    PassExpiration.date(
      purchased: purchase.purchaseDate, quantity: purchase.quantity,
      duration: presentation[purchase.productID].duration)
  }
}

extension StoreFacts {
  /// Returns these facts with the purchases from the receipt instead of those from StoreKit 2.
  ///
  /// - Parameters:
  ///   - receipt: What is known from the receipt.
  ///   - productIDs: The products that the app shows.
  ///   - presentation: The durations of passes.
  /// - Returns: The facts for the screens.
  func replacingPurchases(
    by receipt: ReceiptFacts, of productIDs: [String], _ presentation: Presentation
  ) -> StoreFacts {
    let rule = ReceiptRule(receipt: receipt, facts: self, presentation: presentation)
    var facts = self
    facts.entitlements = rule.entitlements
    facts.latest = rule.latest(of: productIDs)
    facts.groupIDs = rule.groupIDs
    facts.statuses = rule.statuses
    facts.statusFailure = receipt.renewalFailure
    facts.verificationFailure = receipt.receiptFailure
    return facts
  }
}
