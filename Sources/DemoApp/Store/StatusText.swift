import Foundation

/// What happened to a subscription and what comes next, sentence by sentence.
///
/// SK Demo's sentences, and plain ones for what SK Demo does not say. One defect of the sample is
/// fixed: a renewal preference that equals the current product is a plain renewal and not a change
/// of plan.
struct StatusText {
  let status: PlanStatus
  let store: Store

  /// The state, and then what comes next when the App Store knows it.
  var sentences: [String] {
    switch status.situation {
    case .notVerified: ["The App Store could not verify your subscription status."]
    case .active: [subscribed] + renewing
    case .trial: [subscribed, "Free until \(end), then \(renewalTerms)."]
    case .offerPrice: [subscribed, "You pay \(paid) until \(end), then \(renewalTerms)."]
    case .changing(let next): [subscribed, changing(to: next)]
    case .ending: [subscribed] + ending
    case .priceAsked: [subscribed] + priceAsked
    case .priceAgreed: [subscribed, "From \(end) it costs \(newTerms)\(insteadOfOld)."]
    case .grace: grace
    case .retry: retry
    case .expired(let reason): expired(reason)
    case .refunded: [refunded]
    }
  }
}

// While it gives service.
extension StatusText {
  private var subscribed: String {
    status.transaction.isFamilyShared
      ? "Your family shares \(name) with you." : "You are currently subscribed to \(name)."
  }

  /// A price that differs from the one that was paid is said.
  private var renewing: [String] {
    let date = status.renewal.renewalDate ?? status.end
    guard date > store.now, !status.transaction.isFamilyShared else { return [] }
    guard let next = status.renewal.renewalPrice, next.amount != status.transaction.price?.amount,
      status.transaction.price != nil
    else { return ["Next billing date: \(date.short)."] }
    return ["Next billing date: \(date.short), for \(next.text)."]
  }

  private func changing(to next: String) -> String {
    "Your subscription to \(store.name(of: next)) will begin when your current subscription"
      + " expires on \(end)."
  }

  /// A subscription with an open question about its price has no answer but no if it does not renew.
  private var ending: [String] {
    if status.renewal.priceIncrease == .pending {
      return ["You did not agree to its new price. It will expire on \(end)."]
    }
    guard status.transaction.offer?.isFree == true else { return ["It will expire on \(end)."] }
    return ["Free until \(end). It will expire then, and nothing is charged."]
  }

  private var priceAsked: [String] {
    [
      "From \(end) it costs \(newTerms)\(insteadOfOld), if you agree.",
      "Without your answer it ends on that day, and nothing more is charged.",
    ]
  }

  private var grace: [String] {
    let until = status.renewal.gracePeriodExpirationDate?.short
    let next = status.renewal.scheduledProductID.map {
      "Your subscription to \(store.name(of: $0)) will begin when the payment works."
    }
    return [billing("continue service" + (until.map { " after \($0)" } ?? ""))]
      + [until.map { "Nothing is lost: \(name) goes on until \($0)." }, next].compactMap(\.self)
  }
}

// Without service.
extension StatusText {
  private var retry: [String] {
    [billing("resume service"), "\(name) is paused: it was paid until \(end)."]
  }

  private func billing(_ purpose: String) -> String {
    "The App Store could not confirm your billing information for \(name)."
      + " Please verify your billing information to \(purpose)."
  }

  private var refunded: String {
    let date = (status.transaction.revocationDate ?? status.end).short
    return status.transaction.isFamilyShared
      ? "Your family has not shared \(name) with you since \(date)."
      : "The App Store refunded your subscription to \(name) on \(date)."
  }

  private func expired(_ reason: PlanStatus.ExpirationReason) -> [String] {
    let subject = "Your subscription to \(name)"
    let ended = "It ended on \(end)."
    switch reason {
    case .autoRenewDisabled:
      return [
        status.end > store.now
          ? "\(subject) will expire on \(end)." : "\(subject) expired on \(end)."
      ]
    case .billingError: return ["\(subject) was not renewed due to a billing error.", ended]
    case .didNotConsentToPriceIncrease:
      return [
        "\(subject) was not renewed due to a price increase that you disapproved.", ended,
      ]
    case .productUnavailable:
      return ["\(subject) was not renewed because the product is no longer available.", ended]
    case .unknown: return ["\(subject) was not renewed.", ended]
    }
  }
}

// Names, dates and prices.
extension StatusText {
  private var name: String { store.name(of: status.renewal.currentProductID) }
  private var end: String { status.end.short }
  private var paid: String { status.transaction.price?.text ?? "less" }

  /// The plan of the next period, if it is still sold.
  private var next: ProductRow? {
    store.product(status.renewal.autoRenewPreference ?? status.renewal.currentProductID)
  }

  /// The price of the next period, per unit of time.
  private var renewalTerms: String {
    perUnit(status.renewal.renewalPrice?.text ?? next?.displayPrice ?? "the regular price")
  }

  /// The price that a price increase leads to.
  var newTerms: String {
    status.renewal.priceIncrease == .pending
      ? perUnit(next?.displayPrice ?? status.renewal.renewalPrice?.text ?? "a new price")
      : renewalTerms
  }

  private func perUnit(_ price: String) -> String {
    next?.plan.map { "\(price) / \($0.unitText)" } ?? price
  }

  /// The price that was paid, if it was a regular one.
  private var insteadOfOld: String {
    guard let old = status.transaction.price, status.transaction.offer == nil,
      !newTerms.hasPrefix(old.text)
    else { return "" }
    return " instead of \(old.text)"
  }
}
