package import Foundation
package import StoreAPI
package import StoreOperatorAPI

// The store's operator buys for a customer.
//
// 1. What is bought is charged as in an ordinary purchase, and does not wait.
// 2. A purchase in the past is as if it had been made then: the customer's subscription in the product's
//    group is not later. What remains of a group whose latest period was deleted does not count.
// 3. A plan that was bought in the past is due when its first period has ended: it renews as if it had
//    been in the store since, unless its renewal is off from the beginning.
// 4. A copy of the order changes nothing.
extension Ledger {
  /// Sells a product to a customer for whom the operator buys; nothing happens if the order was settled.
  ///
  /// Everything that is due until `now` must be settled; afterwards a plan that was bought in the past
  /// may be due.
  ///
  /// - Parameters:
  ///   - purchase: The purchase.
  ///   - offer: The offer of its order.
  ///   - first: The earliest date of any purchase.
  ///   - now: The store's time.
  ///   - snapshot: The products for sale on the date of the purchase.
  ///   - device: The device that delivers fuel; `nil` if the customer has none.
  /// - Returns: The events, on the date of the purchase.
  /// - Throws: The errors of ``StoreOperatorAPI/OperatorCommand/Buy``; then nothing is charged.
  package func purchase(
    _ purchase: OperatorPurchase, offer: SaleOffer = .automatic, since first: Date, at now: Date,
    in snapshot: CatalogueSnapshot,
    device: Int64?
  ) throws(StoreError) -> [LedgerEvent] {
    let order = purchase.order
    guard try !isKnown(order) else { return [] }
    let date = purchase.purchaseDate ?? now
    try check(date, of: try snapshot.product(order.productID), since: first, now: now)
    let sale = try sale(
      of: order.productID, quantity: order.quantity, offer: offer, at: date, in: snapshot)
    let context = PurchaseContext(order: order, now: date, snapshot: snapshot, device: device)
    return settled(sale, context)
      + (purchase.renewalBehavior == .cancelImmediately ? sale.endOfRenewal : [])
  }

  /// - Throws: ``StoreAPI/StoreError/invalidPurchaseDate(date:first:last:)``.
  private func check(
    _ date: Date, of product: StoreProduct, since first: Date, now: Date
  ) throws(StoreError) {
    let group = product.subscription.flatMap { subscriptions[$0.groupID] }
    let first = max(first, group.map(beginning) ?? first)
    guard first <= date, date <= now else {
      throw .invalidPurchaseDate(date: date, first: first, last: now)
    }
  }

  /// Since when a subscription is as it is now: its present period has begun, or its service has ended.
  private func beginning(of subscription: Subscription) -> Date {
    subscription.grantsAccess
      ? current(subscription.transactionID).purchaseDate : subscription.serviceEnd
  }
}

extension Sale {
  /// The event that turns the renewal of a plan off that begins.
  fileprivate var endOfRenewal: [LedgerEvent] {
    switch self {
    case .subscription(let plan, _, _), .upgrade(let plan, _):
      [
        .renewalChanged(
          groupID: plan.groupID, autoRenewPreference: plan.term.productID, willAutoRenew: false)
      ]
    case .oneTime, .owned, .change: []
    }
  }
}
