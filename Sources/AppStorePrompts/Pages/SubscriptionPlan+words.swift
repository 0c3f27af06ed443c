package import Foundation
package import OpenStoreKit

// A subscription and its changes in words: its state, what a change does, and when. Dates are days
// in a time zone.
extension SubscriptionPlan {
  /// The state of the subscription, and what comes next.
  package func sentence(in timeZone: TimeZone) -> String {
    switch state {
    case .inGracePeriod:
      let end = gracePeriodExpirationDate.map { " until \($0.day(in: timeZone))" } ?? ""
      return "\(displayName) could not be renewed: the payment failed. You keep access\(end)"
    case .inBillingRetryPeriod:
      return "\(displayName) is paused: the payment failed, and the store will try again"
    case .revoked: return "\(displayName) was refunded" + on(revocationDate, timeZone)
    case .expired: return "\(displayName) ended" + on(expirationDate, timeZone) + expirationText
    default: return activeSentence(timeZone)
    }
  }

  private func activeSentence(_ timeZone: TimeZone) -> String {
    let end = on(expirationDate, timeZone)
    guard willAutoRenew, let next else { return "\(displayName) ends\(end)" }
    if asksForConsent {
      return "\(displayName) ends\(end) unless you agree to the new price"
    }
    let price = next.price.map { " for \($0.text)" } ?? ""
    return renewal(as: next, timeZone) + price
  }

  private func renewal(as next: NextPeriod, _ timeZone: TimeZone) -> String {
    next.productID == productID
      ? "\(displayName) renews\(on(expirationDate, timeZone))"
      : "\(displayName)\(until(expirationDate, timeZone)), then \(next.displayName)"
  }

  private var expirationText: String {
    switch expirationReason {
    case .billingError: ": the payment failed"
    case .didNotConsentToPriceIncrease: ": you did not agree to the new price"
    case .productUnavailable: ": it was no longer for sale"
    default: ""
    }
  }
}

extension SubscriptionPlan {
  /// The effect of turning renewal off, and its date.
  func disablingText(in timeZone: TimeZone) -> String {
    hasBillingIssue
      ? "\(displayName) ends now: its last period was not paid"
      : "\(displayName) ends\(on(expirationDate, timeZone))"
  }

  /// The effect of sharing the plan.
  var sharingText: String { "your family gets \(displayName) too" }

  /// The effect of no longer sharing the plan.
  var keepingText: String { "your family loses \(displayName); you keep it" }

  /// The effect of turning renewal on, and its date; the next plan may be a different one.
  func enablingText(in timeZone: TimeZone) -> String {
    guard let next = nextIfTurnedOn else {
      return "\(displayName) continues\(after(expirationDate, timeZone))"
    }
    guard let price = next.price else {
      return
        "\(displayName) still ends\(on(expirationDate, timeZone)): \(next.displayName) is no longer "
        + "for sale"
    }
    return renewal(as: next, timeZone) + " for \(price.text)" + laterPriceText(next)
  }

  /// The higher price after an offer; the store asks about it once renewal is on.
  ///
  /// A customer who turns renewal on agrees to any other price.
  private func laterPriceText(_ next: NextPeriod) -> String {
    guard next.hasOffer, let increase = priceIncrease, !increase.isAgreed else { return "" }
    return "; later \(increase.newPrice.text), if you agree"
  }

  /// The charge for updating the payment method, or the reason why it ends the plan.
  ///
  /// A price that rose after the renewal failed applies to the next period.
  var paymentText: String {
    guard let price = next?.price else {
      return "\(displayName) ends now: it is no longer for sale"
    }
    let effect = state == .inGracePeriod ? "your access continues" : "a new period begins"
    let rises = priceIncrease.map { $0.newPrice.amount != price.amount } ?? false
    let later = rises ? "; the new price applies later" : ""
    return "\(displayName): \(price.display) is charged now, \(effect)\(later)"
  }

  /// The old price, the new one, and the date from which it applies.
  func priceIncreaseText(in timeZone: TimeZone) -> String {
    guard let increase = priceIncrease else { return "" }
    let name = next?.displayName ?? displayName
    let change = increase.oldPrice.map { "changes from \($0) to" } ?? "will cost"
    let date =
      hasBillingIssue ? " after the unpaid period" : from(increase.date, timeZone)
    return "\(name) \(change) \(increase.newPrice.text)\(date)"
  }

  /// The effect of ordering another plan, and its date.
  func text(of plan: Alternative, in timeZone: TimeZone) -> String {
    if let offer = plan.winBackOffer {
      return "\(offer.text), then \(plan.price.text)"
    }
    switch plan.timing {
    case .atRenewal where hasBillingIssue:
      return "\(plan.price.text) when your payment works"
    case .atRenewal where plan.productID == productID:
      return "continues\(after(expirationDate, timeZone)) for \(plan.price.text)"
    case .atRenewal: return plan.price.text + from(expirationDate, timeZone)
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
    switch paymentMode {
    case .freeTrial: "\(length) free"
    case .payAsYouGo: "\(length) for \(pricePerPeriod)"
    default: "\(length) for \(displayPrice)"
    }
  }
}

private func on(_ date: Date?, _ timeZone: TimeZone) -> String {
  date.map { " on \($0.day(in: timeZone))" } ?? ""
}

private func until(_ date: Date?, _ timeZone: TimeZone) -> String {
  date.map { " until \($0.day(in: timeZone))" } ?? ""
}

private func after(_ date: Date?, _ timeZone: TimeZone) -> String {
  date.map { " after \($0.day(in: timeZone))" } ?? ""
}

/// An offer gives the price of the next period, so the date is not known.
private func from(_ date: Date?, _ timeZone: TimeZone) -> String {
  date.map { " from \($0.day(in: timeZone))" } ?? " after your offer"
}
