import Foundation

/// Decides how each product stands, from what the store has said.
struct StandingRule {
  let facts: StoreFacts

  /// One for each product that is sold or was bought, before orders that wait are counted.
  var standings: [String: Standing] {
    let bought = facts.entitlements + facts.latest + facts.statuses.map(\.transaction)
    var kinds = bought.reduce(into: [:]) { $0[$1.productID] = $1.kind }
    for product in facts.products { kinds[product.id] = product.kind }
    return kinds.reduce(into: [:]) { $0[$1.key] = standing(of: $1.key, kind: $1.value) }
  }

  /// What the orders that wait put over `standings`: only where nothing is in use.
  func pending(over standings: [String: Standing]) -> [String: Standing] {
    facts.pending.reduce(into: [:]) { result, id in
      let standing = standings[id] ?? .notPurchased
      guard !standing.state.isActive else { return }
      result[id] = Standing(state: .pending, transaction: standing.transaction)
    }
  }

  private func standing(of id: String, kind: ProductRow.Kind) -> Standing {
    switch kind {
    case .consumable: .notPurchased
    case .nonConsumable: car(id)
    case .nonRenewable: pass(id)
    case .autoRenewable: plan(id)
    }
  }

  private func car(_ id: String) -> Standing {
    if let owned = facts.entitlements.first(where: { $0.productID == id && !$0.isRevoked }) {
      return Standing(state: .purchased, transaction: owned)
    }
    return past(id)
  }

  /// A pass that was bought twice lasts until the later end.
  private func pass(_ id: String) -> Standing {
    let bought = (facts.entitlements + facts.latest).filter { $0.productID == id && !$0.isRevoked }
    guard let last = bought.max(by: { $0.end < $1.end }) else { return past(id) }
    return Standing(state: last.end > facts.now ? .purchased : .expired, transaction: last)
  }

  private func plan(_ id: String) -> Standing {
    let statuses = facts.statuses.filter { $0.isVerified && $0.transaction.productID == id }
    guard let best = statuses.max(by: { $0.rank < $1.rank }) else { return past(id) }
    return Standing(state: ProductState(best.state), transaction: best.transaction)
  }

  private func past(_ id: String) -> Standing {
    guard let last = facts.latest.first(where: { $0.productID == id }) else { return .notPurchased }
    return Standing(state: last.isRevoked ? .revoked : .expired, transaction: last)
  }
}

extension Owned {
  fileprivate var isRevoked: Bool { revocationDate != nil }
  fileprivate var end: Date { expirationDate ?? .distantFuture }
}
