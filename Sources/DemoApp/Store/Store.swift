package import Foundation
package import OpenStoreKit

/// The shop and the customer's purchases at one moment.
///
/// It is computed from ``StoreFacts`` alone. Row marks, the first line and the screens are computed
/// from it whenever they are drawn, so none of them can be out of date.
package struct Store: Codable, Equatable, Sendable {
  /// All products by ascending price.
  package let products: [ProductRow]
  /// For each product ID that is sold or was ever bought.
  package let productStatuses: [String: ProductStatus]
  /// The subscription groups that the customer has ever subscribed to, by ID.
  package let groups: [PlanGroup]
  package let customer: CustomerStanding
  /// The time at which each plan would replace the active plan of its group, by product ID, if the
  /// store says.
  package let planChanges: [String: Product.SubscriptionInfo.PlanChangeTiming]
  /// The orders that wait or were not approved, by product ID.
  package let orders: [String: ProductOrders]
  /// The names of products that the app knows without the store, by ID.
  package let knownNames: [String: String]
  /// The reason why the products could not be loaded; `nil` when they were.
  package let productFailure: String?
  /// The reason why the statuses of the subscriptions could not be loaded; `nil` when they were.
  ///
  /// Without the statuses, ``groups`` is empty, and only a plan's verified transaction is known.
  package let statusFailure: String?
  /// A sentence with the number of transactions that cannot be verified, and the reason; `nil` if
  /// all were verified.
  ///
  /// They unlock nothing.
  package let verificationFailure: String?
  /// The date on which the store stopped answering; `nil` while it answers.
  package let offlineSince: Date?
  /// The reason why it does not answer, as the end of a sentence.
  package let offlineReason: String?
  /// The time that the store would show if its clock had not jumped; `nil` unless it waits for its
  /// operator.
  package let clockJumpedTo: Date?
  let certificatesEnd: Date?
  /// Whether the store no longer knows this device.
  package let isSignedOut: Bool
  /// The store's time of this value.
  package let now: Date
  /// The customer's time zone, for the days that are shown; it is not stored.
  package var timeZone = TimeZone.gmt

  package init(_ facts: StoreFacts) {
    let owned = ProductStatusRule(facts: facts)
    let settled = owned.productStatuses
    products = facts.products.sorted { ($0.price, $0.id) < ($1.price, $1.id) }
    productStatuses = settled.merging(owned.pending(over: settled)) { $1 }
    groups = PlanGroup.groups(of: facts.statuses, levels: facts.levels)
    customer = CustomerStanding(of: settled.values.map(\.state))
    planChanges = facts.planChanges
    orders = facts.orders
    knownNames = facts.knownNames
    productFailure = facts.productFailure
    statusFailure = facts.statusFailure
    verificationFailure = facts.verificationFailure
    offlineSince = facts.offlineSince
    offlineReason = facts.offlineReason
    clockJumpedTo = facts.clockJumpedTo
    certificatesEnd = facts.certificatesEnd
    isSignedOut = facts.isSignedOut
    now = facts.now
    timeZone = facts.timeZone
  }

  private enum CodingKeys: CodingKey {
    case products, productStatuses, groups, customer, planChanges, orders, knownNames
    case productFailure, statusFailure, verificationFailure, offlineSince, offlineReason
    case clockJumpedTo, certificatesEnd, isSignedOut, now
  }
}

extension Store {
  /// "14 Dec 2026", the day in the customer's time zone.
  package func short(_ date: Date) -> String { date.short(in: timeZone) }
}

extension Store {
  package var cars: [ProductRow] { products(of: .nonConsumable) }
  package var fuel: [ProductRow] { products(of: .consumable) }
  package var plans: [ProductRow] { products(of: .autoRenewable) }
  package var passes: [ProductRow] { products(of: .nonRenewable) }

  private func products(of kind: Product.ProductType) -> [ProductRow] {
    products.filter { $0.kind == kind }
  }

  package func product(_ id: String) -> ProductRow? { products.first { $0.id == id } }

  /// The name of a product; if it is no longer sold, the name that the app knows, or its ID.
  package func name(of id: String) -> String { product(id)?.displayName ?? knownNames[id] ?? id }

  package func productStatus(of id: String) -> ProductStatus {
    productStatuses[id] ?? .notPurchased
  }

  package func state(of id: String) -> ProductState { productStatus(of: id).state }

  /// The purchases of one type that the customer may use, sold or not, in the order of the shop.
  package func owned(_ kind: Product.ProductType) -> [Owned] {
    let order = products.map(\.id)
    return productStatuses.values
      .filter { $0.state.isActive }
      .compactMap(\.transaction)
      .filter { $0.kind == kind }
      .sorted { place($0, in: order) < place($1, in: order) }
  }

  /// The customer's present and past purchases of products that are no longer for sale, in the
  /// order of their IDs.
  package var ownedUnsold: [Owned] {
    productStatuses.filter { product($0.key) == nil && $0.value.state != .notPurchased }
      .compactMap(\.value.transaction).sorted { $0.productID < $1.productID }
  }

  private func place(_ owned: Owned, in order: [String]) -> (Int, String) {
    (order.firstIndex(of: owned.productID) ?? order.count, owned.productID)
  }

  /// The status with the highest rank in all groups; among equals, the one with the latest end.
  package var plan: PlanStatus? {
    groups.map(\.status).max { ($0.rank, $0.end) < ($1.rank, $1.end) }
  }

  /// Whether a plan gives access; meanwhile, passes are not sold.
  package var hasActivePlan: Bool { !owned(.autoRenewable).isEmpty }

  /// The plans that give access while their statuses could not be loaded.
  var plansWithoutStatus: [Owned] { statusFailure == nil ? [] : owned(.autoRenewable) }

  /// The next end of a period, a pass or a grace period; `nil` if there is none.
  package var nextChange: Date? {
    let ends = productStatuses.values.filter { $0.state.isActive }
      .compactMap { $0.transaction?.expirationDate }
    let graceEnds = subscriptions.compactMap(\.status.renewal.gracePeriodExpirationDate)
    return (ends + graceEnds).filter { $0 > now }.min()
  }
}

extension CustomerStanding {
  init(of states: [ProductState]) {
    if states.contains(where: \.isActive) {
      self = .active
    } else {
      self = states.contains(where: \.isPast) ? .inactive : .new
    }
  }
}

extension StoreFacts {
  /// The level of each plan, sold or owned; 1 is the highest service.
  var levels: [String: Int] {
    products.reduce(into: ownedLevels) { $0[$1.id] = $1.plan?.groupLevel ?? $0[$1.id] }
  }
}
