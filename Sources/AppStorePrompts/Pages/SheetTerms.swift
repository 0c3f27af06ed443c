import Foundation
import OpenStoreKit

/// The terms of a purchase in the words of a sheet.
struct SheetTerms {
  var purchase: PurchaseSheet.Terms
  /// The name of the plan that this one replaces.
  var replaced: String?
  /// The store's time.
  var now: Date
  /// The customer's time zone.
  var timeZone = TimeZone.gmt
}

extension SheetTerms {
  /// The amount that is charged now, for display.
  var charge: String { purchase.displayCharge }

  private var isFree: Bool { purchase.charge == 0 }

  /// The price beside the title: "$2.99", "free for 2 months", or for a later charge "from 14 Dec: $2.99 /
  /// month"; empty if nothing is ever charged.
  var headline: String {
    if purchase.alreadyOwned { return "" }
    if let date = purchase.effectiveDate, let renewal, !beginsNow {
      let price = purchase.offer?.text ?? renewal
      return waitsForPayment ? price : "from \(date.dayAndMonth(in: timeZone)): \(price)"
    }
    guard isFree else { return charge }
    return renewal == nil ? "" : purchase.offer?.text ?? charge
  }

  /// "$4.99 / month"; `nil` for a product that does not renew.
  private var renewal: String? {
    guard let price = purchase.displayRenewalPrice, let period = purchase.renewalPeriod else {
      return nil
    }
    return "\(price) / \(period.unitText)"
  }

  /// Whether the period has ended and its renewal has failed: the change waits for the payment.
  private var waitsForPayment: Bool { purchase.effectiveDate.map { $0 <= now } ?? false }

  /// The payments now and later: "$1.99 today for 2 months, then $4.99 / month from 21 Jan 2027".
  var sentence: String {
    if purchase.alreadyOwned { return "nothing, because you already have it" }
    if let effectiveDate = purchase.effectiveDate, let renewal, !beginsNow {
      let start =
        waitsForPayment ? "when your payment works" : "from \(effectiveDate.day(in: timeZone))"
      return "nothing today, " + later(renewal, start)
    }
    guard let renewal else { return isFree ? "nothing" : "\(charge) today, nothing later" }
    return today + then(renewal)
  }

  /// "from 21 Jan 2027 $1.99 for 2 months, then $4.99 / month".
  private func later(_ renewal: String, _ start: String) -> String {
    guard let offer = purchase.offer else { return "\(renewal) \(start)" }
    let following = purchase.followingOffer.map { ", then \($0.text)" } ?? ""
    return "\(start) \(offer.text)\(following), then \(renewal)"
  }

  /// Whether a renewal has failed and an offer makes it free: nothing is left to wait for.
  private var beginsNow: Bool { waitsForPayment && purchase.offer?.paymentMode == .freeTrial }

  private var today: String {
    guard let offer = purchase.offer else { return "\(charge) today" }
    switch offer.paymentMode {
    case .freeTrial: return "nothing for \(offer.length)"
    case .payAsYouGo: return "\(offer.pricePerPeriod) for \(offer.length)"
    default: return "\(charge) today for \(offer.length)"
    }
  }

  private func then(_ renewal: String) -> String {
    if let following = purchase.followingOffer {
      return ", then \(following.text), then \(renewal)"
    }
    let from = purchase.firstRenewalDate.map { " from \($0.day(in: timeZone))" } ?? ""
    return ", then \(renewal)\(purchase.offer?.paymentMode == .payAsYouGo ? "" : from)"
  }

  /// The effect on the present plan; `nil` if there is no plan.
  var change: String? {
    if beginsNow { return replaced.map { "\($0) ends now" } ?? "continues now" }
    if let effectiveDate = purchase.effectiveDate {
      let end = waitsForPayment ? "your payment works" : effectiveDate.day(in: timeZone)
      return replaced.map { "\($0) stays until \(end)" }
        ?? (waitsForPayment ? "continues when \(end)" : "continues after \(end)")
    }
    guard let replaced else { return nil }
    guard let refund = purchase.displayUpgradeRefund, (purchase.upgradeRefund ?? 0) > 0 else {
      return "\(replaced) ends now"
    }
    return "\(replaced) ends now, \(refund) is refunded"
  }

  /// The offers that are lost; `nil` if there are none.
  var loss: String? {
    guard !purchase.lostOffers.isEmpty else { return nil }
    return "your offer: \(purchase.lostOffers.map(\.text).joined(separator: ", then "))"
  }

  /// The label of the key that agrees.
  var confirmLabel: String {
    if purchase.alreadyOwned { return "Get it" }
    if purchase.effectiveDate != nil { return replaced == nil ? "Keep plan" : "Change plan" }
    if isFree { return renewal == nil ? "Get it" : "Start" }
    return "Pay \(charge)"
  }
}

extension Product.SubscriptionOffer {
  /// "2 months".
  var length: String { period.length(times: periodCount) }

  /// The price of one of its periods: "$1.99 / month".
  var pricePerPeriod: String { "\(displayPrice) / \(period.unitText)" }

  /// "$1.99 for 2 months".
  fileprivate var text: String {
    switch paymentMode {
    case .freeTrial: "free for \(length)"
    case .payAsYouGo: "\(pricePerPeriod) for \(length)"
    default: "\(displayPrice) for \(length)"
    }
  }
}

extension Date {
  /// "14 Dec 2026", the day in a time zone.
  func day(in timeZone: TimeZone) -> String {
    text("\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)", timeZone)
  }

  /// "14 Dec", the day in a time zone.
  fileprivate func dayAndMonth(in timeZone: TimeZone) -> String {
    text("\(day: .twoDigits) \(month: .abbreviated)", timeZone)
  }

  private func text(_ format: Date.FormatString, _ timeZone: TimeZone) -> String {
    formatted(
      Date.VerbatimFormatStyle(
        format: format, locale: Locale(identifier: "en_US"), timeZone: timeZone,
        calendar: Calendar(identifier: .gregorian)))
  }
}
