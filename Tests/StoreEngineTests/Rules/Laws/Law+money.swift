import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine

extension Law {
  /// No period has two charges, and nothing that is owned is charged.
  ///
  /// A car whose refund was reversed may have been bought and refunded again meanwhile. A group of which
  /// a period was deleted may be forgotten, and what remains of it too.
  static let chargedOnce = Law("charged once") { performed in
    let store = performed.real
    let lineItems = store.shop.transactions.compactMap { $0.period?.webOrderLineItemID }
    guard lineItems.count == Set(lineItems).count else { return "\(lineItems)" }
    let reversed = Set(store.shop.draft.changes.compactMap(\.reversed).map(\.number))
    var latest: [String: Receipt] = [:]
    let forgotten = store.forgottenGroups
    for receipt in try store.receipts {
      if let group = receipt.group, forgotten.contains(group) { continue }
      guard let key = receipt.group ?? receipt.car else { continue }
      if let earlier = latest[key], earlier.covers(receipt),
        !(receipt.isRevoked && reversed.contains(earlier.count))
      {
        return "\(earlier) covers\n\(receipt)"
      }
      latest[key] = receipt
    }
    return nil
  }

  static let oneChargeForEachOrder = Law("one charge for each order") { performed in
    let changes = performed.real.shop.draft.changes
    let sold = changes.compactMap(\.sold)
    let charges = changes.compactMap(\.charged).filter {
      $0.reason == .purchase || sold.contains($0.id)
    }
    // An order can make a failed renewal free, which begins then.
    let areOrders = charges.allSatisfy { $0.reason == .purchase || $0.price == 0 }
    return charges.map(\.id) == sold && areOrders
      ? nil : "charged \(charges.map(\.id)), sold \(sold)"
  }

  /// Charges and refunds as events report them, and what the transactions say was kept.
  static let money = Law("money") { performed in
    let shop = performed.real.shop
    let deleted = shop.deleted
    var charged: [String: Decimal] = [:]
    var returned: [String: Decimal] = [:]
    for change in shop.draft.changes {
      switch change.event {
      case .charged(let transaction) where deleted.contains(transaction.id): break
      case .upgraded(let id, _) where deleted.contains(id): break
      case .refunded(let id, _, _) where deleted.contains(id): break
      case .refundReversed(let id, _) where deleted.contains(id): break
      case .charged(let transaction):
        charged[transaction.storefront.currency, default: 0] += transaction.price
      case .upgraded(let id, let amount), .refunded(let id, let amount, _):
        returned[shop.ledger.current(id).storefront.currency, default: 0] += amount
      case .refundReversed(let id, let amount):
        returned[shop.ledger.current(id).storefront.currency, default: 0] -= amount
      default: break
      }
    }
    var kept: [String: Decimal] = [:]
    for transaction in shop.transactions {
      guard transaction.price >= transaction.refunded else { return "\(transaction)" }
      kept[transaction.storefront.currency, default: 0] += transaction.price - transaction.refunded
    }
    let sum = kept.merging(returned, uniquingKeysWith: +)
    return sum == charged ? nil : "charged \(charged), kept \(kept), returned \(returned)"
  }

  static let refunds = Law("refunds") { performed in
    for transaction in performed.real.shop.transactions {
      let (price, returned) = (transaction.price, transaction.refunded)
      let isCorrect =
        switch (transaction.revocation != nil, transaction.isUpgraded) {
        case (true, _): (0...price).contains(returned) && returned >= transaction.refundAmount ?? 0
        case (false, true): (0...price).contains(returned)
        case (false, false): returned == 0
        }
      guard isCorrect else { return "\(transaction)" }
    }
    return nil
  }

  /// After the first, only those that the app's server has allowed.
  ///
  /// The store may have forgotten a group of which a period was deleted.
  static let oneIntroductoryOffer = Law("one introductory offer") { performed in
    let store = performed.real
    let allowed = Set(store.shop.draft.changes.compactMap(\.soldAsAllowed).map(\.number))
    let forgotten = store.forgottenGroups
    let begun = try store.receipts.filter { $0.isIntroductory && !$0.isRenewal }
    for (group, receipts) in Dictionary(grouping: begun, by: \.group) {
      if let group, forgotten.contains(group) { continue }
      for receipt in receipts.dropFirst() where !allowed.contains(receipt.count) {
        return "\(receipts)"
      }
    }
    return nil
  }

  static let quotes = Law("quotes") { $0.real.quoteMismatch }
}

extension LedgerChange {
  /// The transaction whose refund was reversed.
  fileprivate var reversed: TransactionID? {
    if case .refundReversed(let id, _) = event { id } else { nil }
  }

  /// The transaction of an order with which the app's server allowed an introductory offer.
  fileprivate var soldAsAllowed: TransactionID? {
    guard case .orderSettled(_, let request, _) = event,
      request.offer == OrderOffer(.introductory(isAllowed: true))
    else { return nil }
    return sold
  }
}

extension Receipt {
  /// Its product if this is a car.
  fileprivate var car: String? { NaiveProduct.cars.contains(product) ? product : nil }

  /// Whether this charge has paid for what the later one charges: a car that is owned, or time in
  /// the same group.
  fileprivate func covers(_ later: Receipt) -> Bool {
    if isUpgraded || isRevoked && car != nil { return false }
    return serviceEnd.map { later.date < $0 } ?? true
  }
}

extension NaiveProduct {
  fileprivate static let cars = Set(all.filter { $0.kind == .car }.map(\.id))
}
