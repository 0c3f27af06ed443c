import Foundation
import OpenStoreKit

/// Sentences about what happened to a subscription and what comes next.
///
/// They are SK Demo's sentences, with plain ones added where SK Demo has none. One defect of the
/// sample is fixed: a renewal preference that equals the current product is a plain renewal and not
/// a change of plan.
struct StatusText {
  let status: PlanStatus
  let store: Store

  /// The state, and then what comes next when the App Store knows it.
  var sentences: [String] {
    switch status.situation {
    case .notVerified: ["The App Store could not verify your subscription status."]
    case .active: subscribed + renewing
    case .trial: subscribed + ["Free until \(end), then \(renewalTerms)."]
    case .offerPrice: subscribed + ["You pay \(paid) until \(end), then \(renewalTerms)."]
    case .changing(let next): subscribed + [changing(to: next)] + freeUntilThen
    case .ending: subscribed + ending
    case .priceAsked: subscribed + free + priceAsked
    case .notSoldAgain: subscribed + [notSoldAgain]
    case .priceAgreed: subscribed + free + nextByOffer + [newPrice(of: "it")]
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

// While the customer has access.
extension StatusText {
  private var subscribed: [String] {
    let extended = store.regularEnd(of: status.transaction).map { _ in
      "This period was extended free of charge."
    }
    return ["You are currently subscribed to \(name)."] + [extended].compactMap(\.self)
  }

  /// A sentence about a free period, used if the next sentence does not mention it.
  private var free: [String] { isFree ? ["Free until \(end)."] : [] }
  /// The same after a sentence with the end of the period.
  private var freeUntilThen: [String] { isFree ? ["Until then it is free."] : [] }
  private var isFree: Bool { status.transaction.offer?.isFree == true }

  /// Mentions a price only if it differs from the last one paid, or comes from an offer.
  private var renewing: [String] {
    let date = status.renewal.renewalDate ?? status.end
    guard date > store.now else { return [] }
    let day = dates.full(date)
    if let offered = nextByOffer.first {
      return [offered + (next.map { " Later \($0.priceText)." } ?? "")]
    }
    guard let next = status.renewal.renewalPrice, next.amount != status.transaction.price?.amount,
      status.transaction.price != nil
    else { return ["Next billing date: \(day)."] }
    return ["Next billing date: \(day), for \(next.text)."]
  }

  /// The next payment if an offer continues.
  private var nextByOffer: [String] {
    guard status.renewal.offer != nil, let price = status.renewal.renewalPrice else { return [] }
    return ["Next billing date: \(end), for \(price.text), with your offer."]
  }

  private func changing(to next: String) -> String {
    "Your subscription to \(store.name(of: next)) will begin when your current subscription"
      + " expires on \(end), for \(renewalTerms)."
  }

  private var notSoldAgain: String {
    let next = status.renewal.scheduledProductID.map { "\(store.name(of: $0)) is" } ?? "It is"
    return "\(next) no longer for sale. \(name) ends on \(end), and nothing more is charged."
  }

  private var ending: [String] {
    let reason = declined.map { "\($0) " } ?? ""
    if isFree {
      return ["\(reason)Free until \(end). It will expire then, and nothing is charged."]
    }
    let subject = declined != nil && isNextAnother ? name : "It"
    return ["\(reason)\(subject) will expire on \(end)."]
  }

  private var priceAsked: [String] {
    let consequence = "Unless you agree, it ends then and nothing more is charged."
    guard status.needsPriceAnswer else { return nextByOffer + [newPrice(of: "it")] }
    return [newPrice(of: "it"), consequence]
  }

  private var grace: [String] {
    let until = status.renewal.gracePeriodExpirationDate.map(dates.full)
    let next = status.renewal.scheduledProductID.map {
      "Your subscription to \(store.name(of: $0)) will begin when the payment works."
    }
    return [billing("continue service" + (until.map { " after \($0)" } ?? ""))]
      + [until.map { "You keep access to \(name) until \($0)." }, next].compactMap(\.self)
      + askedLater
  }
}

// Without access.
extension StatusText {
  private var retry: [String] {
    [billing("resume service"), "\(name) is paused: it was paid until \(end)."] + askedLater
  }

  /// The failed payment was due before the price rises, so the question is about the periods after
  /// it.
  private var askedLater: [String] {
    guard status.needsPriceAnswer, let price = status.renewal.renewalPrice?.text else { return [] }
    return ["You pay \(price) for this period. The next one costs \(newTerms), if you agree."]
  }

  private func billing(_ purpose: String) -> String {
    "The App Store could not confirm your billing information for \(name)."
      + " Please verify your billing information to \(purpose)."
  }

  private var refunded: String {
    let date = dates.full(status.transaction.revocationDate ?? status.end)
    return status.transaction.isFamilyShared
      ? "Your family stopped sharing \(name) with you on \(date)."
      : "The App Store refunded your subscription to \(name) on \(date)."
  }

  private func expired(_ reason: SubscriptionRenewalInfo.ExpirationReason) -> [String] {
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
    default: return ["\(subject) was not renewed.", ended]
    }
  }
}

// Names and dates.
extension StatusText {
  var name: String { store.name(of: status.renewal.currentProductID) }
  var dates: PlanDates { store.dates(of: status.transaction) }
  var end: String { dates.full(status.end) }
  var paid: String { status.transaction.price?.text ?? "less" }
}
