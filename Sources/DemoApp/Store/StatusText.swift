import Foundation

/// What SK Demo says about a subscription, sentence by sentence.
///
/// One defect of the sample is fixed: a renewal preference that equals the current product is a
/// plain renewal and not a change of plan.
struct StatusText {
  let status: PlanStatus
  let store: Store

  /// The state, and then what comes next when the App Store knows it.
  var sentences: [String] {
    guard status.isVerified else {
      return ["The App Store could not verify your subscription status."]
    }
    return [stateSentence, nextSentence].compactMap(\.self)
  }

  private var name: String { store.name(of: status.renewal.currentProductID) }

  private var stateSentence: String? {
    switch status.state {
    case .subscribed: "You are currently subscribed to \(name)."
    case .expired: expiredSentence
    case .revoked: revokedSentence
    case .inGracePeriod: billing("continue service" + (graceEnd.map { " after \($0)" } ?? ""))
    case .inBillingRetryPeriod: billing("resume service")
    }
  }

  private var graceEnd: String? { status.renewal.gracePeriodExpirationDate?.short }

  private func billing(_ purpose: String) -> String {
    "The App Store could not confirm your billing information for \(name)."
      + " Please verify your billing information to \(purpose)."
  }

  private var revokedSentence: String? {
    status.transaction.revocationDate.map {
      "The App Store refunded your subscription to \(name) on \($0.short)."
    }
  }

  private var expiredSentence: String? {
    guard let date = status.transaction.expirationDate else { return nil }
    let subject = "Your subscription to \(name)"
    switch status.renewal.expirationReason {
    case .autoRenewDisabled, nil:
      return date > store.now
        ? "\(subject) will expire on \(date.short)." : "\(subject) expired on \(date.short)."
    case .billingError: return "\(subject) was not renewed due to a billing error."
    case .didNotConsentToPriceIncrease:
      return "\(subject) was not renewed due to a price increase that you disapproved."
    case .productUnavailable:
      return "\(subject) was not renewed because the product is no longer available."
    case .unknown: return "\(subject) was not renewed."
    }
  }

  private var nextSentence: String? {
    guard status.givesService, let end = status.transaction.expirationDate else { return nil }
    if let next = status.renewal.scheduledProductID {
      return "Your subscription to \(store.name(of: next)) will begin when your current"
        + " subscription expires on \(end.short)."
    }
    if status.renewal.willAutoRenew {
      let date = status.renewal.renewalDate ?? end
      return date > store.now ? "Next billing date: \(date.short)." : nil
    }
    guard status.state == .subscribed else { return nil }
    return "It will expire on \(end.short)."
  }
}
