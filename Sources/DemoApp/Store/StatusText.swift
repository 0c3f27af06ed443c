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
    case .notSoldAgain: [subscribed, notSoldAgain]
    case .priceAgreed: [subscribed, newPrice(of: "it")]
    case .grace: grace
    case .retry: retry
    case .shared, .sharedGrace, .sharedRetry: shared
    case .expired where status.transaction.isFamilyShared:
      ["Your family shared \(name) with you until \(end)."]
    case .expired(let reason): expired(reason)
    case .refunded: [refunded]
    }
  }
}

// While it gives service.
extension StatusText {
  private var subscribed: String { "You are currently subscribed to \(name)." }

  /// A price that differs from the one that was paid is said, and one that an offer makes.
  private var renewing: [String] {
    let date = status.renewal.renewalDate ?? status.end
    guard date > store.now else { return [] }
    if let offered { return ["Next billing date: \(date.short), \(offered)"] }
    guard let next = status.renewal.renewalPrice, next.amount != status.transaction.price?.amount,
      status.transaction.price != nil
    else { return ["Next billing date: \(date.short)."] }
    return ["Next billing date: \(date.short), for \(next.text)."]
  }

  /// What is paid next by an offer, and the regular price later.
  private var offered: String? {
    guard status.renewal.offer != nil, let price = status.renewal.renewalPrice else { return nil }
    return "for \(price.text), by your offer." + (next.map { " Later \($0.priceText)." } ?? "")
  }

  private func changing(to next: String) -> String {
    "Your subscription to \(store.name(of: next)) will begin when your current subscription"
      + " expires on \(end), for \(renewalTerms)."
  }

  private var notSoldAgain: String {
    let next = status.renewal.scheduledProductID.map { "\(store.name(of: $0)) is" } ?? "It is"
    return "\(next) no longer sold. \(name) ends on \(end), and nothing more is charged."
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
    let noAnswer = "Without your answer it ends on that day, and nothing more is charged."
    guard status.needsPriceAnswer else { return [newPrice(of: "it")] }
    return [newPrice(of: "it"), noAnswer]
  }

  private var grace: [String] {
    let until = status.renewal.gracePeriodExpirationDate?.short
    let next = status.renewal.scheduledProductID.map {
      "Your subscription to \(store.name(of: $0)) will begin when the payment works."
    }
    return [billing("continue service" + (until.map { " after \($0)" } ?? ""))]
      + [until.map { "Nothing is lost: \(name) goes on until \($0)." }, next].compactMap(\.self)
      + answerFirst
  }
}

// Without service.
extension StatusText {
  private var retry: [String] {
    [billing("resume service"), "\(name) is paused: it was paid until \(end)."] + answerFirst
  }

  /// Without an answer there is no next period, so a payment that works ends the plan.
  private var answerFirst: [String] { status.needsPriceAnswer ? [Self.answerFirst] : [] }

  static let answerFirst =
    "Answer the new price first, or the plan ends when the payment is fixed."

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

  /// The price that a price increase leads to; while an offer runs, what follows it.
  private var newPrice: Price? {
    let regular = next.map { Price(amount: $0.price, text: $0.displayPrice) }
    let isLater = status.renewal.priceIncrease == .pending || status.renewal.offer != nil
    return isLater ? regular ?? status.renewal.renewalPrice : status.renewal.renewalPrice ?? regular
  }

  private var newTerms: String { perUnit(newPrice?.text ?? "a new price") }

  private func perUnit(_ price: String) -> String {
    next?.plan.map { "\(price) / \($0.unitText)" } ?? price
  }

  /// From when the new price holds: a period under an offer costs what the offer says.
  private var since: String {
    status.renewal.offer == nil ? "From \(end)" : "After your offer"
  }

  /// What changes about the price, and whether it needs the customer's answer.
  ///
  /// - Parameter subject: The plan, as the sentence names it.
  /// - Returns: One sentence.
  func newPrice(of subject: String) -> String {
    let condition = status.renewal.priceIncrease == .pending ? ", if you agree" : ""
    if let scheduled = status.renewal.scheduledProductID {
      return "\(store.name(of: scheduled)) follows on \(end) for \(newTerms)\(condition)."
    }
    guard condition.isEmpty || !paysNewPrice else {
      return "Please confirm \(newTerms) from \(end)."
    }
    let old = subject == "it" ? insteadOfOld : ""
    return "\(since) \(subject) costs \(newTerms)\(old)\(condition)."
  }

  /// Whether the price that the App Store asks about is the one that was paid.
  private var paysNewPrice: Bool {
    status.transaction.offer == nil && status.transaction.price?.amount == newPrice?.amount
  }

  /// The price that was paid, if it was a regular one and another.
  private var insteadOfOld: String {
    guard let old = status.transaction.price, let new = newPrice, status.transaction.offer == nil,
      status.renewal.offer == nil, old.amount != new.amount
    else { return "" }
    return " instead of \(old.text)"
  }
}
