// Prices change, and subscribers are told or asked.
extension NaiveStore {
  mutating func setPrice(of id: String, cents: Int, _ policy: StoreChange.PricePolicy) {
    guard let index = products.firstIndex(where: { $0.id == id }) else { return }
    let old = products[index].cents
    products[index].cents = cents
    guard cents != old else { return }
    for (group, plan) in plans where plan.isActive && plan.next == id {
      tell(group, plan, of: cents, insteadOf: agreedPrice(plan, old), policy)
    }
  }

  private func agreedPrice(_ plan: Plan, _ catalogue: Int) -> Int {
    if let increase = plan.increase, increase.product == plan.next, increase.answer != .agreed {
      return increase.before
    }
    return plan.kept?.product == plan.next ? plan.kept?.cents ?? catalogue : catalogue
  }

  private mutating func tell(
    _ group: String, _ plan: Plan, of cents: Int, insteadOf before: Int,
    _ policy: StoreChange.PricePolicy
  ) {
    forgetKeptPrice(group, of: plan.next)
    plans[group]?.increase = nil
    guard cents > before else { return }
    switch policy {
    case .inform:
      plans[group]?.increase = Increase(product: plan.next, answer: .agreed, before: before)
    case .ask:
      plans[group]?.increase = Increase(product: plan.next, answer: .pending, before: before)
    case .spare:
      plans[group]?.kept = Kept(product: plan.next, cents: before)
    }
  }

  /// Asks one subscriber for consent to the price of today.
  mutating func askForConsent(_ group: String) {
    guard let plan = plans[group], let product = products.first(where: { $0.id == plan.next })
    else { return }
    let before = agreedPrice(plan, product.cents)
    plans[group]?.increase = Increase(product: plan.next, answer: .pending, before: before)
    forgetKeptPrice(group, of: plan.next)
  }

  /// A price that is kept for another plan than the next stays: a change can be taken back.
  private mutating func forgetKeptPrice(_ group: String, of product: String) {
    if plans[group]?.kept?.product == product { plans[group]?.kept = nil }
  }

  /// Declining turns renewal off; a plan whose renewal failed is not tried again, and ends now.
  mutating func answer(_ group: String, isAccepted: Bool) {
    plans[group]?.increase?.answer = isAccepted ? .agreed : .declined
    guard !isAccepted else { return }
    plans[group]?.renews = false
    if plans[group]?.isInRetry == true { stop(group, .priceNotAccepted) }
  }
}
