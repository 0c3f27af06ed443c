import Foundation
import OpenStoreKit

/// Asks StoreKit for everything that the screens show.
struct StoreReader: Sendable {
  let session: StoreSession
  let presentation: Presentation
  let timeZone: TimeZone
  /// Whether the app's server can be asked for the signature of a promotional offer.
  let hasOfferSigner: Bool
  /// Reads the customer's receipt, in original StoreKit; `nil` for StoreKit 2.
  var receiptReader: ReceiptReader?

  /// The answers of StoreKit: the plain facts, and the products that can be bought.
  struct StoreReading: Sendable {
    let facts: StoreFacts
    let products: [Product]
    /// Why the products could not be loaded; `nil` when they were.
    let productError: (any Error)?
  }

  /// Reads everything as it is at one moment.
  ///
  /// If the store does not answer, reads what the device has kept; the facts report it.
  ///
  /// - Parameters:
  ///   - asksForProducts: Whether the store is asked for the products even if it sells the same as
  ///     when it was last asked.
  ///   - haveProducts: Called when the products are known, before the purchases are.
  /// - Returns: The facts and the products.
  func read(
    asksForProducts: Bool, haveProducts: @Sendable () async -> Void = {}
  ) async -> StoreReading {
    let (products, productError) = await products(isAsked: asksForProducts)
    await haveProducts()
    let customer = await session.snapshot()
    let (statuses, statusFailure) = statuses(customer)
    let latest = latest(of: products, customer)
    let facts = StoreFacts(
      products: products.map { row(of: $0, customer) }, knownNames: presentation.names,
      productFailure: productError.map(Notice.reason),
      entitlements: customer.entitlements.compactMap(owned), latest: latest.compactMap(owned),
      groupIDs: groupIDs(of: latest), statuses: statuses, statusFailure: statusFailure,
      verificationFailure: verificationFailure(of: customer), ownedLevels: customer.groupLevels,
      orders: customer.waitingOrders,
      planChanges: customer.planChanges, offlineSince: customer.offlineSince,
      offlineReason: customer.offlineReason, clockJumpedTo: customer.clockJumpedTo,
      certificatesEnd: customer.certificatesEnd, isSignedOut: customer.isSignedOut,
      timeZone: timeZone, now: customer.now)
    return StoreReading(
      facts: await byReceipt(facts), products: products, productError: productError)
  }

  /// Returns the facts; in original StoreKit, with the purchases from the receipt.
  private func byReceipt(_ facts: StoreFacts) async -> StoreFacts {
    guard let receiptReader else { return facts }
    let receipt = await receiptReader.read(isOnline: facts.offlineSince == nil)
    return facts.replacingPurchases(by: receipt, of: shownIDs, presentation)
  }

  /// The products, or if the store does not answer, those that were for sale when last asked.
  private func products(isAsked: Bool) async -> ([Product], (any Error)?) {
    let ids = await productIDs(areAsked: isAsked)
    do {
      let products =
        isAsked
        ? try await Product.products(for: ids) : try await session.currentProducts(for: ids)
      return (products, nil)
    } catch {
      return (session.lastKnownProducts(for: ids), error)
    }
  }

  /// The product IDs to ask the store for: those of the app's file, or all that the store sells.
  private func productIDs(areAsked: Bool) async -> [String] {
    guard presentation.showsAllForSale else { return presentation.productIDs }
    do {
      return areAsked
        ? try await session.productIDsForSale() : try await session.currentProductIDs()
    } catch {
      return shownIDs
    }
  }

  /// The IDs of the products that the app shows, as far as the device knows them.
  var shownIDs: [String] {
    let known = presentation.showsAllForSale ? session.knownProductIDs : []
    return known.isEmpty ? presentation.productIDs : known
  }

  private func row(of product: Product, _ customer: CustomerSnapshot) -> ProductRow {
    let group = product.subscription?.subscriptionGroupID
    return ProductRow(
      product, isEligible: group.map(customer.isEligibleForIntroOffer(in:)) ?? false,
      hasOfferSigner: hasOfferSigner)
  }

  /// Leaves out consumables: those that were bought are in the tank.
  private func latest(
    of products: [Product], _ customer: CustomerSnapshot
  ) -> [VerificationResult<Transaction>] {
    let consumables = products.filter { $0.type == .consumable }.map(\.id)
    return shownIDs.filter { !consumables.contains($0) }
      .compactMap { customer.latestTransaction(of: $0) }
  }

  private func groupIDs(of latest: [VerificationResult<Transaction>]) -> [String: String] {
    latest.map(\.unsafePayloadValue).reduce(into: [:]) {
      $0[$1.productID] = $1.subscriptionGroupID
    }
  }

  /// Covers everything that the customer may use or has had, including consumables.
  private func verificationFailure(of customer: CustomerSnapshot) -> String? {
    let bought = shownIDs.compactMap(customer.latestTransaction(of:))
    var (ids, reason): (Set<UInt64>, String?) = ([], nil)
    for case .unverified(let transaction, let error) in customer.entitlements + bought {
      ids.insert(transaction.id)
      reason = reason ?? error.localizedDescription
    }
    return reason.map { reason in
      ids.count == 1
        ? "1 transaction cannot be verified. \(reason)"
        : "\(ids.count) transactions cannot be verified. \(reason)"
    }
  }

  private func statuses(_ customer: CustomerSnapshot) -> ([PlanStatus], failure: String?) {
    let context = context
    do {
      let statuses = try customer.statuses.flatMap { group in
        group.statuses.map { PlanStatus(groupID: group.groupID, $0, context) }
      }
      return (statuses, nil)
    } catch {
      return ([], Notice.reason(error))
    }
  }

  /// The transactions that can be verified.
  func entries(of page: [VerificationResult<Transaction>]) -> [HistoryEntry] {
    let context = context
    return page.compactMap { result in
      guard case .verified(let transaction) = result else { return nil }
      return HistoryEntry(transaction, context)
    }
  }

  /// The latest periods of each plan, at most a page of each, for the timelines of the account.
  func plans() async -> PlanHistory {
    let known = session.lastKnownProducts(for: shownIDs)
    let others = Set(known.filter { $0.type != .autoRenewable }.map(\.id))
    var (periods, isComplete, isOffline): ([HistoryEntry], Bool, Bool) = ([], true, false)
    for id in shownIDs where !others.contains(id) {
      var reading = HistoryReading(self, productID: id)
      await reading.readPage()
      periods += reading.entries
      isComplete = isComplete && reading.history.isComplete
      isOffline = isOffline || reading.history.incompleteness == .offline
    }
    return PlanHistory(periods, isComplete: isComplete, isOffline: isOffline)
  }

  /// `nil` for a transaction that is not verified.
  func owned(_ result: VerificationResult<Transaction>) -> Owned? {
    guard case .verified(let transaction) = result else { return nil }
    return Owned(transaction, context)
  }

  private var context: FactContext {
    let product = session.lastKnownProducts(for: shownIDs).first
    return FactContext(
      presentation: presentation,
      locale: product?.priceFormatStyle.locale ?? Locale(identifier: "en_US"))
  }
}
