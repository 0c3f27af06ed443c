package import Foundation

/// What buying a plan does to the plan that serves now.
package enum PlanChange: Hashable, Sendable {
  /// The present plan, by its name, ends now.
  case atOnce(from: String)
  /// The present plan, by its name, goes on until then.
  case atRenewal(Date, keeping: String)
}

extension Store {
  /// What the customer is told of a device that the store no longer knows.
  package static let signedOut = """
    This device was removed from the account and is signed out. What you bought stays yours: quit \
    and start again, for a new device or to sign in.
    """

  /// Why a product is not to be bought now, as the end of a sentence; `nil` when it can be.
  func reasonNotToSell(_ product: ProductRow) -> String? {
    if isSignedOut { return "this device is signed out" }
    if offlineSince != nil { return "the store cannot be reached" }
    if productFailure != nil { return "the shop could not be loaded" }
    if state(of: product.id) == .pending { return "it waits for approval" }
    switch product.kind {
    case .consumable: return nil
    case .nonConsumable: return state(of: product.id).isActive ? "you own it" : nil
    case .nonRenewable: return reasonNotToSellPass(product)
    case .autoRenewable: return reasonNotToSellPlan(product)
    }
  }

  private func reasonNotToSellPass(_ pass: ProductRow) -> String? {
    if hasActivePlan { return "your plan already gives you the service" }
    guard state(of: pass.id).isActive else { return nil }
    return "you have it"
  }

  private func reasonNotToSellPlan(_ plan: ProductRow) -> String? {
    switch state(of: plan.id) {
    case .subscribed, .inGracePeriod: return "it is your plan"
    case .inBillingRetryPeriod: return "the payment for it needs a fix"
    default: break
    }
    guard isScheduled(plan) else { return nil }
    return "it is scheduled"
  }

  /// Whether the customer has chosen this plan for the next period.
  func isScheduled(_ plan: ProductRow) -> Bool {
    groups.contains { $0.status.givesService && $0.status.renewal.scheduledProductID == plan.id }
  }

  /// What buying this plan does to the plan of its group; `nil` when none serves.
  ///
  /// Levels decide, and then the length of the period: up and across at once, down and to another
  /// length at the next renewal.
  func change(to product: ProductRow) -> PlanChange? {
    guard let plan = product.plan,
      let status = groups.first(where: { $0.id == plan.groupID })?.status, status.givesService,
      let current = self.product(status.renewal.currentProductID), current.id != product.id,
      let currentPlan = current.plan, let end = status.transaction.expirationDate
    else { return nil }
    let isLower = plan.groupLevel > currentPlan.groupLevel
    let isAcross = plan.groupLevel == currentPlan.groupLevel
    guard isLower || (isAcross && plan.period != currentPlan.period) else {
      return .atOnce(from: current.displayName)
    }
    return .atRenewal(end, keeping: current.displayName)
  }
}
