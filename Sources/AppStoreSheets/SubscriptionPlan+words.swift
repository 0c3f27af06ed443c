import Foundation
package import OpenStoreKit

// A subscription and its changes in words: what is, what a change does, and when.
extension SubscriptionPlan {
  /// What the subscription is now, and what comes next.
  package var sentence: String {
    switch state {
    case .inGracePeriod:
      let end = gracePeriodExpirationDate.map { " until \($0.day)" } ?? ""
      return "\(displayName) could not be renewed: the payment failed. Service goes on\(end)"
    case .inBillingRetryPeriod:
      return "\(displayName) is paused: the payment failed, and the store tries again"
    case .revoked: return "\(displayName) was refunded" + on(revocationDate)
    case .expired: return "\(displayName) ended" + on(expirationDate) + expirationText
    default: return activeSentence
    }
  }

  private var activeSentence: String {
    guard willAutoRenew, let next else { return "\(displayName) ends\(on(expirationDate))" }
    if asksForConsent {
      return "\(displayName) ends\(on(expirationDate)) unless you agree to the new price"
    }
    let price = next.price.map { " for \($0.text)" } ?? ""
    guard next.productID == productID else {
      return "\(displayName)\(until(expirationDate)), then \(next.displayName)\(price)"
    }
    return "\(displayName) renews\(on(expirationDate))\(price)"
  }

  private var expirationText: String {
    switch expirationReason {
    case .billingError: ": the payment failed"
    case .didNotConsentToPriceIncrease: ": you did not agree to its new price"
    case .productUnavailable: ": it was no longer sold"
    default: ""
    }
  }
}

extension SubscriptionPlan {
  /// What turning renewal off does, and when.
  var disablingText: String {
    hasBillingIssue
      ? "\(displayName) ends now: its last period was not paid"
      : "\(displayName) stays\(until(expirationDate)), then ends"
  }

  /// What turning renewal on does, and when.
  ///
  /// The store does not say the plan and the price of a subscription whose renewal is off, so neither
  /// is here: another plan may have been chosen, or an own price kept.
  var enablingText: String {
    priceIncrease == nil
      ? "\(displayName) goes on\(after(expirationDate)), on the terms that it had"
      : "\(displayName) goes on\(after(expirationDate)), if you agree to its new price"
  }

  /// What mending the payment charges, or why it ends the plan.
  var paymentText: String {
    if asksForConsent { return "\(displayName) ends now, unless you answer its new price first" }
    if next?.price == nil { return "\(displayName) ends now: it is no longer sold" }
    let price = (next?.price ?? price).map { "\($0.display) is charged now" } ?? "charged now"
    return state == .inGracePeriod
      ? "\(displayName): \(price), service goes on"
      : "\(displayName): \(price), a new period begins"
  }

  /// The old price, the new one, and when it is paid first.
  var priceIncreaseText: String {
    guard let increase = priceIncrease else { return "" }
    let name = next?.displayName ?? displayName
    let change = increase.oldPrice.map { "goes from \($0) to" } ?? "will cost"
    let date = hasBillingIssue ? " when the payment works" : from(increase.date)
    return "\(name) \(change) \(increase.newPrice.text)\(date)"
  }

  /// What ordering another plan does, and when.
  func text(of plan: Alternative) -> String {
    if let offer = plan.winBackOffer {
      return "\(offer.text), then \(plan.price.text)"
    }
    switch plan.timing {
    case .atRenewal where plan.productID == productID:
      return "goes on\(after(expirationDate)) for \(plan.price.text)"
    case .atRenewal:
      return "\(plan.price.text)\(from(expirationDate)); \(displayName) stays until then"
    case .immediate where state == .subscribed:
      return "\(plan.price.text), begins now; the rest of \(displayName) is refunded"
    default: return "\(plan.price.text), begins now"
    }
  }

  /// The label of the key that orders another plan.
  func label(of plan: Alternative) -> String {
    if plan.winBackOffer != nil { return "Come back to \(plan.displayName)" }
    if !isActive { return "Subscribe to \(plan.displayName)" }
    return plan.productID == productID
      ? "Keep \(plan.displayName)" : "Change to \(plan.displayName)"
  }
}

extension SubscriptionPlan.Price {
  /// "$4.99 / month".
  var text: String { "\(display) / \(period.unitText)" }
}

extension Product.SubscriptionOffer {
  /// "2 months for $1.99".
  fileprivate var text: String {
    let length = period.length(times: periodCount)
    switch paymentMode {
    case .freeTrial: return "\(length) free"
    case .payAsYouGo: return "\(length) for \(displayPrice) / \(period.unitText)"
    default: return "\(length) for \(displayPrice)"
    }
  }
}

private func on(_ date: Date?) -> String { date.map { " on \($0.day)" } ?? "" }
private func until(_ date: Date?) -> String { date.map { " until \($0.day)" } ?? "" }
private func after(_ date: Date?) -> String { date.map { " after \($0.day)" } ?? "" }
/// An offer gives the price of the next period, so the date is not known.
private func from(_ date: Date?) -> String { date.map { " from \($0.day)" } ?? " after your offer" }
