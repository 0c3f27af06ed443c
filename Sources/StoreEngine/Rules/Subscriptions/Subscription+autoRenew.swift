import AppStorePayloads
import StoreAPI

extension Subscription {
  /// Turns the renewal of an active subscription off or on; setting the same value changes nothing.
  ///
  /// If renewal is turned off, the customer has access until the period ends. The plan that was chosen
  /// for the next period is kept, so it renews after renewal is turned on again. If renewal is turned
  /// on, the store asks about a price increase that was declined or not answered, and notifies the
  /// customer of one that was agreed. If a renewal has failed, turning renewal off ends the subscription
  /// at once, because no further payment is tried. Source:
  /// "disableAutoRenewForTransaction(identifier:)" and
  /// "enableAutoRenewForTransaction(identifier:)" of StoreKitTest, and `willAutoRenew` of
  /// "Product.SubscriptionInfo.RenewalInfo".
  package func setAutoRenew(_ willAutoRenew: Bool) -> [LedgerEvent] {
    let changed = renew(as: autoRenewPreference, willAutoRenew: willAutoRenew)
    guard !changed.isEmpty else { return [] }
    if !willAutoRenew, isInBillingRetry {
      return changed + [.expired(groupID: groupID, intent: .autoRenewDisabled)]
    }
    return changed + (willAutoRenew ? notifiedIncrease : [])
  }

  /// Turns renewal on for a customer who was shown the next period, and so agrees to its price;
  /// nothing happens if it is on.
  ///
  /// The store asks about a price increase that does not concern this period.
  func enableAutoRenew(shown next: PlannedPeriod?) -> [LedgerEvent] {
    guard !willAutoRenew, let next, let increase = priceIncrease(of: next),
      increase.status != .agreed
    else { return setAutoRenew(true) }
    return renew(as: autoRenewPreference, willAutoRenew: true)
      + [.priceIncreaseAnswered(groupID: groupID, isAccepted: true)]
  }

  /// The event that announces a price increase, and asks for consent unless the customer has
  /// agreed.
  ///
  /// It may change nothing; see ``LedgerEvent/notifications(in:)``.
  private var notifiedIncrease: [LedgerEvent] {
    guard var increase = priceIncrease, increase.productID == autoRenewPreference else { return [] }
    if increase.status == .declined { increase.status = .pending }
    return [
      .priceChanged(
        groupID: groupID, increase: increase, preserved: PreservedPrices(preservedPrices))
    ]
  }

  /// Sets the plan of the next period, and whether there will be one; nothing happens if both are
  /// so already.
  func renew(as productID: String, willAutoRenew: Bool) -> [LedgerEvent] {
    guard willAutoRenew != self.willAutoRenew || productID != autoRenewPreference else { return [] }
    return [
      .renewalChanged(
        groupID: groupID, autoRenewPreference: productID, willAutoRenew: willAutoRenew)
    ]
  }

  /// Orders the plan of the next period: renewal is on, and the price of its quote is agreed.
  func orderNextPlan(
    _ productID: String, offer: StoreOffer?, in snapshot: CatalogueSnapshot
  ) -> [LedgerEvent] {
    renew(as: productID, offer: offer) + agreeToPrice(of: productID)
      + replaceFailedRenewal(by: productID, offer: offer, in: snapshot)
  }

  private func renew(as productID: String, offer: StoreOffer?) -> [LedgerEvent] {
    guard let offer else { return renew(as: productID, willAutoRenew: true) }
    return [.offerRedeemed(groupID: groupID, autoRenewPreference: productID, offer: offer)]
  }

  /// In grace, a renewal of another plan, or at an offer's price, waits from now on.
  private func replaceFailedRenewal(
    by productID: String, offer: StoreOffer?, in snapshot: CatalogueSnapshot
  ) -> [LedgerEvent] {
    guard isInBillingRetry, productID != autoRenewPreference || offer != nil else { return [] }
    var ordered = self
    ordered.autoRenewPreference = productID
    ordered.nextOffer = offer
    if offer != nil { ordered.term.offer = nil }
    ordered.billingIssue = nil
    var issue = billingIssue
    issue?.renewalPrice = PlannedPeriod(after: ordered, in: snapshot)?.price
    return issue == billingIssue ? [] : [.billingIssueChanged(groupID: groupID, issue: issue)]
  }

  /// A price increase, or the customer's own price, of a plan that is no longer chosen does not
  /// concern the customer.
  private func agreeToPrice(of productID: String) -> [LedgerEvent] {
    guard let priceIncrease, priceIncrease.productID == productID else {
      let plans = [self.productID, productID]
      return changePrice(nil, preserved: preservedPrices.filter { plans.contains($0.key) })
    }
    guard priceIncrease.status == .agreed else {
      return [.priceIncreaseAnswered(groupID: groupID, isAccepted: true)]
    }
    return willAutoRenew ? [] : notifiedIncrease
  }
}
