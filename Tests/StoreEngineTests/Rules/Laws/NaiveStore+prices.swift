// Prices change, and subscribers are notified or asked.
extension NaiveStore {
  mutating func setPrice(of id: String, cents: Int, _ policy: StoreChange.PricePolicy) {
    guard let index = products.firstIndex(where: { $0.id == id }) else { return }
    let old = products[index].cents
    products[index].cents = cents
    guard cents != old else { return }
    for (group, plan) in plans where plan.isActive {
      if plan.next == id {
        let own = agreedPrice(plan, old)
        if cents <= own || policy == .spare {
          charge(group, plan, min(cents, own), insteadOf: cents)
        } else if cents > old {
          notify(group, plan, insteadOf: own, policy)
        }
      } else if plan.product == id {
        let kept = keptPrice(of: plan, cents, insteadOf: old, policy)
        plans[group]?.kept[id] = kept
      }
    }
  }

  /// The price of the present plan for a subscriber who has chosen another one; `nil` for today's price.
  ///
  /// A kept price ends only if the price rises, or falls below it.
  private func keptPrice(
    of plan: Plan, _ cents: Int, insteadOf old: Int, _ policy: StoreChange.PricePolicy
  ) -> Int? {
    let own = min(plan.kept[plan.product] ?? old, cents)
    if own == cents { return nil }
    return policy == .spare || cents < old ? own : nil
  }

  /// Nobody has agreed to a price in another currency, and a renewal that failed is priced anew.
  mutating func setCurrency(_ new: NaiveCurrency) {
    guard new != currency else { return }
    let old = currency
    currency = new
    priceCodes(from: old)
    for (group, plan) in plans where plan.isActive {
      plans[group]?.increase = nil
      plans[group]?.kept = [:]
      plans[group]?.failedCents = nil
    }
  }

  private func agreedPrice(_ plan: Plan, _ catalogue: Int) -> Int {
    if let increase = plan.increase, increase.product == plan.next, increase.answer != .agreed {
      return increase.before
    }
    return plan.kept[plan.next] ?? catalogue
  }

  /// The subscriber is no longer asked and pays this price.
  ///
  /// The new price that they know is still one if it is more than what they paid before.
  private mutating func charge(_ group: String, _ plan: Plan, _ cents: Int, insteadOf today: Int) {
    let isKnown = plan.increase.map { $0.answer == .agreed && $0.before < cents } ?? false
    if !isKnown { plans[group]?.increase = nil }
    plans[group]?.kept[plan.next] = cents == today ? nil : cents
  }

  /// The price has risen; a price that was already more than before is measured against that.
  private mutating func notify(
    _ group: String, _ plan: Plan, insteadOf before: Int, _ policy: StoreChange.PricePolicy
  ) {
    if policy == .ask {
      plans[group]?.increase = Increase(product: plan.next, answer: .pending, before: before)
    } else {
      let first = plan.increase?.before ?? before
      plans[group]?.increase = Increase(product: plan.next, answer: .agreed, before: first)
    }
    plans[group]?.kept[plan.next] = nil
  }

  /// Asks one subscriber for consent to the price of today.
  mutating func askForConsent(_ group: String) {
    guard let plan = plans[group], let product = products.first(where: { $0.id == plan.next })
    else { return }
    let before = agreedPrice(plan, product.cents)
    plans[group]?.increase = Increase(product: plan.next, answer: .pending, before: before)
    plans[group]?.kept[plan.next] = nil
  }

  /// Declining turns renewal off; a plan whose renewal failed is not tried again, and ends now.
  mutating func answer(_ group: String, isAccepted: Bool) {
    plans[group]?.increase?.answer = isAccepted ? .agreed : .declined
    guard !isAccepted else { return }
    plans[group]?.renews = false
    if plans[group]?.isInRetry == true { stop(group, .priceNotAccepted) }
  }
}
