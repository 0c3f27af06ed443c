import Foundation
import OpenStoreKit

/// Asks StoreKit everything that the screens show.
struct StoreReader: Sendable {
  let session: StoreSession
  let presentation: Presentation

  /// What StoreKit has said: the plain facts, and the products that can be bought.
  struct StoreReading: Sendable {
    let facts: StoreFacts
    let products: [Product]
  }

  /// Asks for everything, as it is at one moment; while the store does not answer the device does,
  /// and the facts say so.
  func read() async -> StoreReading {
    await session.atOneMoment { await readAll() }
  }

  private func readAll() async -> StoreReading {
    let (products, failure) = await products()
    let statuses = await statuses()
    var facts = StoreFacts(productFailure: failure, statuses: statuses, now: session.now)
    facts.products = await rows(of: products)
    facts.entitlements = await entitlements()
    facts.latest = await latest(of: products)
    facts.pending = session.pendingProducts
    facts.planChanges = session.planChanges
    facts.offlineSince = session.offlineSince
    facts.offlineReason = session.offlineReason
    facts.isSignedOut = session.isSignedOut
    facts.now = session.now
    return StoreReading(facts: facts, products: products)
  }

  /// The products; where they cannot be had, those that were for sale when last asked.
  private func products() async -> ([Product], failure: String?) {
    do {
      return (try await Product.products(for: presentation.productIDs), nil)
    } catch {
      let known = session.lastKnownProducts(for: presentation.productIDs)
      return (known, Notice.reason(error))
    }
  }

  private func rows(of products: [Product]) async -> [ProductRow] {
    var rows: [ProductRow] = []
    for product in products {
      let isEligible = await product.subscription?.isEligibleForIntroOffer ?? false
      if let row = ProductRow(product, isEligible: isEligible) { rows.append(row) }
    }
    return rows
  }

  private func entitlements() async -> [Owned] {
    var owned: [Owned] = []
    for await result in Transaction.currentEntitlements {
      if let transaction = self.owned(result) { owned.append(transaction) }
    }
    return owned
  }

  /// Consumables are not asked for: what was bought of them is in the tank.
  private func latest(of products: [Product]) async -> [Owned] {
    let consumables = products.filter { $0.type == .consumable }.map(\.id)
    var owned: [Owned] = []
    for id in presentation.productIDs where !consumables.contains(id) {
      guard let result = await Transaction.latest(for: id) else { continue }
      if let transaction = self.owned(result) { owned.append(transaction) }
    }
    return owned
  }

  private func statuses() async -> [PlanStatus] {
    var statuses: [PlanStatus] = []
    for await group in Product.SubscriptionInfo.Status.all {
      statuses += group.statuses.compactMap {
        PlanStatus(groupID: group.groupID, $0, passEnd: passEnd)
      }
    }
    return statuses
  }

  /// Every transaction that can be trusted; while the store does not answer, those that the
  /// device keeps.
  func history() async -> History {
    let locale = session.lastKnownProducts(for: presentation.productIDs).first?
      .priceFormatStyle.locale
    var purchases: [HistoryEntry] = []
    for await result in Transaction.all {
      guard case .verified(let transaction) = result, let owned = owned(result) else { continue }
      purchases.append(
        HistoryEntry(transaction, owned, locale: locale ?? Locale(identifier: "en_US")))
    }
    return History(purchases)
  }

  /// A transaction that can be trusted.
  func owned(_ result: VerificationResult<Transaction>) -> Owned? {
    guard case .verified(let transaction) = result else { return nil }
    return Owned(transaction, passEnd: passEnd)
  }

  private func passEnd(_ transaction: Transaction) -> Date {
    PassExpiration.date(
      purchased: transaction.purchaseDate, quantity: transaction.purchasedQuantity,
      duration: presentation[transaction.productID].duration)
  }
}
