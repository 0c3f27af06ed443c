import AppStorePayloads
import StoreAPI

/// The products for sale that triggers use.
struct TriggerProducts: Hashable, Sendable {
  private(set) var plan: String?
  private(set) var higherPlan: String?
  private let oneTime: String?
  /// A product that a family shares, if possible one that is bought once.
  let shared: String?

  init(in snapshot: CatalogueSnapshot) {
    let products = snapshot.productIDs.compactMap { snapshot.products[$0] }
    oneTime = products.first { $0.subscription == nil }?.id
    let shareable = products.filter(\.isFamilyShareable)
    shared = (shareable.first { $0.subscription == nil } ?? shareable.first)?.id
    let plans = Self.plans(in: products)
    plan = plans.last?.id
    guard let level = plans.last?.subscription?.groupLevel else { return }
    higherPlan = plans.last { ($0.subscription?.groupLevel ?? level) < level }?.id
  }

  /// The plans of the first group that has several levels, or else of the first group; the highest level
  /// is first.
  private static func plans(in products: [StoreProduct]) -> [StoreProduct] {
    let groups = products.compactMap(\.subscription?.groupID)
    let plans = groups.map { group in
      products.filter { $0.subscription?.groupID == group }
        .sorted { ($0.subscription?.groupLevel ?? 0) < ($1.subscription?.groupLevel ?? 0) }
    }
    let several = plans.first {
      $0.first?.subscription?.groupLevel != $0.last?.subscription?.groupLevel
    }
    return several ?? plans.first ?? []
  }

  /// - Throws: ``StoreAPI/StoreError/notificationRefused(name:reason:)`` if the catalogue has no such
  ///   product.
  func id(
    of choice: NotificationTrigger.Choice, for trigger: NotificationTrigger
  ) throws(StoreError) -> String {
    switch choice {
    case .plan: try Self.required(plan, "no auto-renewable subscription", for: trigger)
    case .higherPlan:
      try Self.required(
        higherPlan, "no two auto-renewable subscriptions of different levels in one group",
        for: trigger)
    case .oneTime:
      try Self.required(
        oneTime, "no consumable, non-consumable or non-renewing subscription", for: trigger)
    }
  }

  /// - Throws: ``StoreAPI/StoreError/notificationRefused(name:reason:)`` if no product is shared.
  func sharedID(for trigger: NotificationTrigger) throws(StoreError) -> String {
    try Self.required(shared, "no family-shareable product", for: trigger)
  }

  private static func required(
    _ id: String?, _ lack: String, for trigger: NotificationTrigger
  ) throws(StoreError) -> String {
    guard let id else {
      throw .notificationRefused(name: trigger.name, reason: "the catalogue has \(lack) for sale")
    }
    return id
  }
}
