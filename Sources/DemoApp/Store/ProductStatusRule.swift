import Foundation
import OpenStoreKit

/// Decides the state of each product from the store's answers.
struct ProductStatusRule {
  let facts: StoreFacts

  /// The statuses of all products that are sold or were bought, without waiting orders.
  var productStatuses: [String: ProductStatus] {
    let bought = facts.entitlements + facts.latest + facts.statuses.map(\.transaction)
    var kinds = bought.reduce(into: [:]) { $0[$1.productID] = $1.kind }
    for product in facts.products { kinds[product.id] = product.kind }
    return kinds.reduce(into: [:]) { $0[$1.key] = productStatus(of: $1.key, kind: $1.value) }
  }

  /// Returns the states that waiting orders replace: only those of products that are not in use.
  func pending(over statuses: [String: ProductStatus]) -> [String: ProductStatus] {
    let waiting = facts.orders.values.filter { $0.state == .waiting }.map(\.productID)
    return waiting.reduce(into: [:]) { result, id in
      let status = statuses[id] ?? .notPurchased
      guard !status.state.isActive else { return }
      result[id] = ProductStatus(state: .pending, transaction: status.transaction)
    }
  }

  private func productStatus(of id: String, kind: Product.ProductType) -> ProductStatus {
    switch kind {
    case .nonConsumable: car(id)
    case .nonRenewable: pass(id)
    case .autoRenewable: plan(id)
    default: .notPurchased
    }
  }

  private func car(_ id: String) -> ProductStatus { entitled(id, .purchased) ?? past(id) }

  /// A pass that was bought twice lasts until the later end.
  private func pass(_ id: String) -> ProductStatus {
    let bought = (facts.entitlements + facts.latest).filter { $0.productID == id && !$0.isRevoked }
    guard let last = bought.max(by: { $0.end < $1.end }) else { return past(id) }
    return ProductStatus(state: last.end > facts.now ? .purchased : .expired, transaction: last)
  }

  private func plan(_ id: String) -> ProductStatus {
    let statuses = facts.statuses.filter { $0.isVerified && $0.transaction.productID == id }
    guard let best = PlanStatus.best(of: statuses, levels: facts.levels) else {
      guard facts.statusFailure == nil else { return entitled(id, .subscribed) ?? past(id) }
      return isForgotten(id) ? .notPurchased : past(id)
    }
    return ProductStatus(best)
  }

  /// Whether the plan's group has no status, although the history has earlier periods: the subscription
  /// was deleted with its latest one.
  private func isForgotten(_ id: String) -> Bool {
    guard let groupID = facts.groupIDs[id] else { return false }
    return !facts.statuses.contains { $0.groupID == groupID }
  }

  /// Returns the state of a product by its entitlement, without its status; `nil` without an entitlement.
  private func entitled(_ id: String, _ state: ProductState) -> ProductStatus? {
    let entitling = facts.entitlements.filter { $0.productID == id && !$0.isRevoked }
    // A product that the customer has bought is theirs, even if somebody also shares it.
    return (entitling.first { !$0.isFamilyShared } ?? entitling.first)
      .map { ProductStatus(state: state, transaction: $0) }
  }

  private func past(_ id: String) -> ProductStatus {
    guard let last = facts.latest.first(where: { $0.productID == id }) else { return .notPurchased }
    return ProductStatus(state: last.isRevoked ? .revoked : .expired, transaction: last)
  }
}

extension Owned {
  fileprivate var isRevoked: Bool { revocationDate != nil }
  fileprivate var end: Date { expirationDate ?? .distantFuture }
}
