package import Foundation
import OpenStoreKit

/// The effect of buying a plan on the active plan.
package enum PlanReplacement: Hashable, Sendable {
  /// The present plan, by its name, ends now.
  case atOnce(from: String)
  /// The present plan, by its name, continues until then.
  case atRenewal(Date, keeping: String)
}

extension Store {
  /// The notice on a device that the store has removed.
  package static let signedOut = """
    This device was removed from the account and is signed out. You keep what you bought. To see \
    it, quit, and start as a new device or sign in again.
    """

  /// The notice while the store's clock has jumped or its certificates have expired, as a sentence;
  /// `nil` otherwise.
  package var clockNotice: String? {
    if let certificatesEnd {
      return "The store's certificates expired on \(short(certificatesEnd)). Nothing can be"
        + " bought until its operator corrects the machine's clock, or renews them with skdemo"
        + " store root renew."
    }
    return clockJumpedTo.map { date in
      let days = Int(date.timeIntervalSince(now) / 86_400)
      return "The store's clock jumped \(days) days ahead. Nothing can be bought until its operator"
        + " accepts the date with skdemo store clock accept, or corrects the machine's clock."
    }
  }

  /// The reason why a product cannot be bought now, as the end of a sentence; `nil` if it can.
  func reasonNotToSell(_ product: ProductRow) -> String? {
    if isSignedOut { return "this device is signed out" }
    if offlineSince != nil { return "the store cannot be reached" }
    if clockJumpedTo != nil { return "the store waits for its operator" }
    if productFailure != nil { return "the shop could not be loaded" }
    // Each order of a consumable is an order of its own.
    if product.kind != .consumable, state(of: product.id) == .pending,
      let reason = waitingText(of: product.id)?.reason
    {
      return reason
    }
    if let reason = redundancy(of: product.id) { return reason }
    switch product.kind {
    case .nonConsumable: return state(of: product.id).isActive ? "you already own it" : nil
    case .autoRenewable: return reasonNotToSellPlan(product)
    default: return nil
    }
  }

  /// Whether a family member pays for it, and the customer has it.
  func isShared(_ id: String) -> Bool {
    let status = productStatus(of: id)
    return status.state.isActive && status.transaction?.isFamilyShared == true
  }

  private func reasonNotToSellPlan(_ plan: ProductRow) -> String? {
    let status = productStatus(of: plan.id)
    switch status.state {
    case .subscribed, .inGracePeriod: return "it is already your plan"
    // The customer can buy a product that the family member no longer pays for.
    case .inBillingRetryPeriod where status.transaction?.isFamilyShared != true:
      return "the payment for it needs a fix"
    default:
      if statusFailure != nil { return "the status of your subscriptions is unknown" }
      return statusBefore(plan.id) == nil ? nil : "it is scheduled"
    }
  }

  /// The status of the customer's active plan that changes to this one at its renewal; `nil` if
  /// none does.
  func statusBefore(_ plan: String) -> PlanStatus? {
    subscriptions.map(\.status).first {
      $0.grantsAccess && !$0.isShared && $0.renewal.scheduledProductID == plan
    }
  }

  /// Returns the effect of buying this plan on the customer's own active plan of its group; `nil`
  /// if there is none, or if the store did not say.
  func change(to product: ProductRow) -> PlanReplacement? {
    guard let own = ownStatus(inGroup: product.plan?.groupID), own.grantsAccess,
      let end = own.transaction.expirationDate
    else { return nil }
    let current = name(of: own.renewal.currentProductID)
    switch planChanges[product.id] {
    case .immediate: return .atOnce(from: current)
    case .atRenewal: return .atRenewal(end, keeping: current)
    case .never, nil: return nil
    }
  }
}
