import Foundation
import OpenStoreKit

/// The terms of a purchase in the words of a sheet.
struct SheetTerms: Equatable, Sendable {
  /// An offer: its mode, its price and its length.
  struct Offer: Equatable, Sendable {
    let mode: Product.SubscriptionOffer.PaymentMode
    /// "2 months".
    let length: String
    /// "$1.99".
    let price: String
    /// The price of one of its periods: "$1.99 / month".
    let pricePerPeriod: String

    /// "$1.99 for 2 months".
    var text: String {
      let amount =
        switch mode {
        case .freeTrial: "free"
        case .payAsYouGo: pricePerPeriod
        default: price
        }
      return "\(amount) for \(length)"
    }
  }

  /// The amount that is charged now, for display.
  let charge: String
  let isFree: Bool
  var offer: Offer?
  /// The offer that a code gives after this one.
  var followingOffer: Offer?
  /// The future offers that are lost.
  var lostOffers: [Offer] = []
  /// "$4.99 / month"; `nil` for a product that does not renew.
  var renewal: String?
  var renewalDate: Date?
  /// The name of the plan that this one replaces.
  var replaced: String?
  var refund: String?
  /// The date on which the plan changes, if it waits for the end of the period.
  var effectiveDate: Date?
  /// Whether the period has ended and its renewal has failed: the change waits for the payment.
  var waitsForPayment = false
  var isOwned = false
  /// The customer's time zone.
  var timeZone = TimeZone.gmt
}

extension SheetTerms {
  /// The payments now and later: "$1.99 today for 2 months, then $4.99 / month from 21 Jan 2027".
  var sentence: String {
    if isOwned { return "nothing, because you already have it" }
    if let effectiveDate, let renewal, !beginsNow {
      let start =
        waitsForPayment ? "when your payment works" : "from \(effectiveDate.day(in: timeZone))"
      return "nothing today, " + later(renewal, start)
    }
    guard let renewal else { return isFree ? "nothing" : "\(charge) today, nothing later" }
    return today + then(renewal)
  }

  /// "from 21 Jan 2027 $1.99 for 2 months, then $4.99 / month".
  private func later(_ renewal: String, _ start: String) -> String {
    guard let offer else { return "\(renewal) \(start)" }
    let following = followingOffer.map { ", then \($0.text)" } ?? ""
    return "\(start) \(offer.text)\(following), then \(renewal)"
  }

  /// Whether a renewal has failed and an offer makes it free: nothing is left to wait for.
  private var beginsNow: Bool { waitsForPayment && offer?.mode == .freeTrial }

  private var today: String {
    guard let offer else { return "\(charge) today" }
    switch offer.mode {
    case .freeTrial: return "nothing for \(offer.length)"
    case .payAsYouGo: return "\(offer.pricePerPeriod) for \(offer.length)"
    default: return "\(charge) today for \(offer.length)"
    }
  }

  private func then(_ renewal: String) -> String {
    if let followingOffer { return ", then \(followingOffer.text), then \(renewal)" }
    let from = renewalDate.map { " from \($0.day(in: timeZone))" } ?? ""
    return ", then \(renewal)\(offer?.mode == .payAsYouGo ? "" : from)"
  }

  /// The effect on the present plan; `nil` if there is no plan.
  var change: String? {
    if beginsNow { return replaced.map { "\($0) ends now" } ?? "continues now" }
    if let effectiveDate {
      let end = waitsForPayment ? "your payment works" : effectiveDate.day(in: timeZone)
      return replaced.map { "\($0) stays until \(end)" }
        ?? (waitsForPayment ? "continues when \(end)" : "continues after \(end)")
    }
    guard let replaced else { return nil }
    return refund.map { "\(replaced) ends now, \($0) is refunded" } ?? "\(replaced) ends now"
  }

  /// The offers that are lost; `nil` if there are none.
  var loss: String? {
    guard !lostOffers.isEmpty else { return nil }
    return "your offer: \(lostOffers.map(\.text).joined(separator: ", then "))"
  }

  /// The label of the key that agrees.
  var confirmLabel: String {
    if isOwned { return "Get it" }
    if effectiveDate != nil { return replaced == nil ? "Keep plan" : "Change plan" }
    if isFree { return renewal == nil ? "Get it" : "Start" }
    return "Pay \(charge)"
  }
}

extension SheetTerms {
  /// The terms of a sheet at `now`; `replaced` is the name of the plan that this one replaces.
  init(_ terms: PurchaseSheet.Terms, replaced: String?, at now: Date, in timeZone: TimeZone) {
    self.init(
      charge: terms.displayCharge, isFree: terms.charge == 0,
      offer: terms.offer.map { Offer($0) }, followingOffer: terms.followingOffer.map { Offer($0) },
      lostOffers: terms.lostOffers.map { Offer($0) },
      renewal: terms.renewal,
      renewalDate: terms.firstRenewalDate, replaced: replaced,
      refund: (terms.upgradeRefund ?? 0) > 0 ? terms.displayUpgradeRefund : nil,
      effectiveDate: terms.effectiveDate,
      waitsForPayment: terms.effectiveDate.map { $0 <= now } ?? false, isOwned: terms.alreadyOwned,
      timeZone: timeZone)
  }
}

extension SheetTerms.Offer {
  init(_ offer: Product.SubscriptionOffer) {
    self.init(
      mode: offer.paymentMode, length: offer.period.length(times: offer.periodCount),
      price: offer.displayPrice,
      pricePerPeriod: "\(offer.displayPrice) / \(offer.period.unitText)")
  }
}

extension PurchaseSheet.Terms {
  fileprivate var renewal: String? {
    guard let displayRenewalPrice, let renewalPeriod else { return nil }
    return "\(displayRenewalPrice) / \(renewalPeriod.unitText)"
  }
}

extension Date {
  /// "14 Dec 2026", the day in a time zone.
  func day(in timeZone: TimeZone) -> String {
    formatted(
      Date.VerbatimFormatStyle(
        format: "\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)",
        locale: Locale(identifier: "en_US"), timeZone: timeZone,
        calendar: Calendar(identifier: .gregorian)))
  }
}
