package import Foundation
import OpenStoreKit

/// What buying a plan does to the plan that serves now.
package enum PlanReplacement: Hashable, Sendable {
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

  /// What buying this plan does to the active plan of its group; `nil` if there is none, or if the
  /// store did not say.
  func change(to product: ProductRow) -> PlanReplacement? {
    guard let group = groups.first(where: { $0.id == product.plan?.groupID }),
      group.status.givesService, let end = group.status.transaction.expirationDate
    else { return nil }
    let current = name(of: group.productID)
    switch planChanges?[product.id] {
    case .immediate: return .atOnce(from: current)
    case .atRenewal: return .atRenewal(end, keeping: current)
    case .never, nil: return nil
    }
  }
}
