extension Store {
  /// Why a product is not to be bought now, as the end of a sentence; `nil` when it can be.
  func reasonNotToSell(_ product: ProductRow) -> String? {
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
}
