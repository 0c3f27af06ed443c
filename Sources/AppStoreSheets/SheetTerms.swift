import Foundation
import OpenStoreKit

/// The terms of a purchase as far as a sheet words them.
struct SheetTerms: Equatable, Sendable {
  /// An offer for the first time: its mode, its price and how long it lasts.
  struct Offer: Equatable, Sendable {
    enum Mode: Equatable, Sendable { case free, eachPeriod, upFront }

    let mode: Mode
    /// "2 months".
    let length: String
    /// What one of its periods costs: "$1.99 / month".
    let pricePerPeriod: String
  }

  /// What is charged now, for display.
  let charge: String
  let isFree: Bool
  var offer: Offer?
  /// "$4.99 / month"; `nil` for what does not renew.
  var renewal: String?
  var renewalDate: Date?
  /// The plan that is left.
  var replaced: String?
  var refund: String?
  /// When a change of plan takes effect that waits for the end of the period.
  var effectiveDate: Date?
  var isOwned = false
}

extension SheetTerms {
  /// What is paid now and later, in full: "$1.99 today for 2 months, then $4.99 / month from
  /// 21 Jan 2027".
  var sentence: String {
    if isOwned { return "nothing: you have it already" }
    if let effectiveDate, let renewal {
      return "nothing today, \(renewal) from \(effectiveDate.day)"
    }
    guard let renewal else { return "\(charge) today, nothing later" }
    return today + then(renewal)
  }

  private var today: String {
    guard let offer else { return "\(charge) today" }
    switch offer.mode {
    case .free: return "nothing for \(offer.length)"
    case .upFront: return "\(charge) today for \(offer.length)"
    case .eachPeriod: return "\(offer.pricePerPeriod) for \(offer.length)"
    }
  }

  private func then(_ renewal: String) -> String {
    let from = renewalDate.map { " from \($0.day)" } ?? ""
    return ", then \(renewal)\(offer?.mode == .eachPeriod ? "" : from)"
  }

  /// What becomes of the present plan; `nil` when there is none.
  var change: String? {
    guard let replaced else { return nil }
    if let effectiveDate { return "\(replaced) stays until \(effectiveDate.day)" }
    return refund.map { "\(replaced) ends now, \($0) comes back" } ?? "\(replaced) ends now"
  }

  /// The label of the key that agrees.
  var confirmLabel: String {
    if isOwned { return "Get it" }
    if effectiveDate != nil { return "Change plan" }
    return isFree ? "Start" : "Pay \(charge)"
  }
}

extension SheetTerms {
  /// The terms of a sheet; `replaced` is the name of the plan that is left.
  init(_ terms: PurchaseSheet.Terms, replaced: String?) {
    self.init(
      charge: terms.displayCharge, isFree: terms.charge == 0,
      offer: terms.offer.map { Offer($0) }, renewal: terms.renewal,
      renewalDate: terms.firstRenewalDate, replaced: replaced,
      refund: (terms.upgradeRefund ?? 0) > 0 ? terms.displayUpgradeRefund : nil,
      effectiveDate: terms.effectiveDate, isOwned: terms.alreadyOwned)
  }
}

extension SheetTerms.Offer {
  init(_ offer: Product.SubscriptionOffer) {
    let period = offer.period
    let length = SubscriptionPeriod.text(period.value * offer.periodCount, period.unit)
    let mode: Mode =
      switch offer.paymentMode {
      case .freeTrial: .free
      case .payAsYouGo: .eachPeriod
      default: .upFront
      }
    self.init(
      mode: mode, length: length, pricePerPeriod: "\(offer.displayPrice) / \(period.each)")
  }
}

extension PurchaseSheet.Terms {
  fileprivate var renewal: String? {
    guard let displayRenewalPrice, let renewalPeriod else { return nil }
    return "\(displayRenewalPrice) / \(renewalPeriod.each)"
  }
}

extension Date {
  /// "14 Dec 2026", in UTC.
  fileprivate var day: String {
    formatted(
      Date.VerbatimFormatStyle(
        format: "\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)",
        locale: Locale(identifier: "en_US"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)))
  }
}
