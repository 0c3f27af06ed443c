import Foundation
import OpenStoreKit
import TerminalUI

/// A notice about the changes of one subscription between two readings.
///
/// It covers the changes that come without a transaction: renewal off and on, a payment that failed
/// or works again, a price, a change of plan, a later end, an expiry. New periods and refunds have
/// transactions, whose notices mention them.
struct PlanUpdate: Equatable {
  let notice: Notice
  /// The transaction that this notice also covers; `nil` if there is none.
  var transactionID: UInt64?
}

extension PlanUpdate {
  /// The changes of all subscriptions that are in both readings, with the keys that answer them.
  static func changes(
    from old: Store, to new: Store, keys: KeyMap = .standard
  ) -> [PlanUpdate] {
    new.groups.flatMap { group in
      let before = old.groups.first { $0.id == group.id }
      return [group.status, group.other].compactMap(\.self).compactMap { status in
        before?.status(of: status)
          .flatMap { PlanUpdate(from: $0, to: status, in: new, keys: keys) }
      }
    }
  }

  /// `nil` if nothing has changed, or only what a transaction's notice mentions.
  init?(from old: PlanStatus, to new: PlanStatus, in store: Store, keys: KeyMap = .standard) {
    guard old.isVerified, new.isVerified, old != new else { return nil }
    let words = PlanChangeWords(old: old, new: new, store: store, keys: keys)
    switch new.state {
    case .inGracePeriod where old.state != .inGracePeriod: self.init(notice: words.grace)
    case .inBillingRetryPeriod where old.state != .inBillingRetryPeriod:
      self.init(notice: words.paused)
    case .expired where old.state != .expired:
      self.init(notice: words.ended)
    case .subscribed where old.state == .inGracePeriod || old.state == .inBillingRetryPeriod:
      self.init(notice: words.recovered, transactionID: new.transaction.transactionID)
    case .subscribed where old.transaction.transactionID == new.transaction.transactionID:
      guard let notice = words.withinPeriod else { return nil }
      self.init(notice: notice)
    case .inGracePeriod, .inBillingRetryPeriod:
      guard new.needsPriceAnswer, let notice = words.increase else { return nil }
      self.init(notice: notice)
    default: return nil
    }
  }
}

private struct PlanChangeWords {
  let old: PlanStatus
  let new: PlanStatus
  let store: Store
  let keys: KeyMap

  private var name: String { store.name(of: new.renewal.currentProductID) }
  private var dates: PlanDates { store.dates(of: new.transaction) }
  private var end: String { dates.full(new.end) }

  var grace: Notice {
    let until =
      new.renewal.gracePeriodExpirationDate.map { " You keep access until \(dates.full($0))." }
      ?? ""
    return toldByCard(Notice(.attention, "The payment for \(name) failed.\(until)\(toDo)"))
  }

  var paused: Notice {
    toldByCard(Notice(.bad, "\(name) is paused: the payment failed.\(toDo)"))
  }

  var ended: Notice { toldByCard(Notice(.attention, store.ended(new))) }

  /// The notice, which is not shown beside the plan's attention card if there is one.
  private func toldByCard(_ notice: Notice) -> Notice {
    store.hasAttention(new) ? notice.onCard : notice
  }

  /// The remedy for a payment that failed.
  private var toDo: String {
    guard new.nextActions.contains(.fixPayment) else { return "" }
    return " Press \(keys[.fixPayment]) to fix the payment."
  }

  var recovered: Notice {
    Notice(.good, "The payment for \(name) worked. You have access until \(end).")
  }

  /// The first change that applies within a period.
  var withinPeriod: Notice? {
    guard !new.transaction.isFamilyShared else { return renewal ?? plan ?? extended }
    return renewal ?? sale ?? plan ?? increase ?? extended ?? price
  }

  private var renewal: Notice? {
    switch (old.renewal.willAutoRenew, new.renewal.willAutoRenew) {
    case (true, false): Notice(.attention, "\(name) will not renew. It ends on \(end).")
    case (false, true): resumed
    default: nil
    }
  }

  /// With renewal on again, the notice may also have to mention the plan of the next period.
  private var resumed: Notice {
    if new.isNotSoldAgain { return notSoldAgain }
    if new.needsPriceAnswer { return asked }
    if new.renewal.priceIncrease == .agreed, !new.transaction.isFamilyShared {
      return Notice(.attention, newPrice)
    }
    return new.renewal.scheduledProductID.map(following)
      ?? Notice(.good, "\(name) continues: it renews on \(end).")
  }

  /// A plan that is no longer sold ends, and one that is sold again continues.
  private var sale: Notice? {
    guard old.renewal.willAutoRenew, new.renewal.willAutoRenew,
      old.isNotSoldAgain != new.isNotSoldAgain
    else { return nil }
    return new.isNotSoldAgain
      ? notSoldAgain
      : Notice(.good, "\(nextName) is for sale again: \(name) continues after \(end).")
  }

  private var notSoldAgain: Notice {
    Notice(.attention, "\(nextName) is no longer for sale. \(name) ends on \(end).")
  }

  private var nextName: String {
    store.name(of: new.renewal.autoRenewPreference ?? new.renewal.currentProductID)
  }

  private var plan: Notice? {
    guard new.renewal.willAutoRenew,
      old.renewal.autoRenewPreference != new.renewal.autoRenewPreference
    else { return nil }
    return new.renewal.scheduledProductID.map(following)
      ?? Notice(.good, "\(name) stays your plan: nothing changes on \(end).")
  }

  private func following(_ next: String) -> Notice {
    Notice(.attention, "\(store.name(of: next)) follows \(name) on \(end).")
  }

  /// A change of a price increase, even if renewal is off because of it.
  var increase: Notice? {
    guard old.renewal.priceIncrease != new.renewal.priceIncrease else { return nil }
    guard new.renewal.willAutoRenew else { return declinedPriceGone }
    switch new.renewal.priceIncrease {
    case .pending: return asked
    case .agreed: return Notice(.attention, newPrice)
    case .noIncreasePending: return increaseGone
    }
  }

  /// Without the increase the next period may still cost more or less than this one.
  private var increaseGone: Notice {
    if new.renewal.offer != nil { return Notice(.good, "The price of \(nextName) does not rise.") }
    if paysSameNext { return Notice(.good, samePrice) }
    let amounts = (new.transaction.price?.amount ?? 0, new.renewal.renewalPrice?.amount ?? 0)
    return Notice(amounts.0 < amounts.1 ? .attention : .good, newPrice)
  }

  /// The customer turned renewal off because of a price, which is lower now.
  private var declinedPriceGone: Notice? {
    guard old.hasDeclinedPrice, let before = old.renewal.renewalPrice,
      let after = new.renewal.renewalPrice, after.amount < before.amount
    else { return nil }
    let terms = StatusText(status: new, store: store).renewalTerms
    let change = paysSameNext ? samePrice : "\(nextName) would renew for \(terms)."
    return Notice(.good, "\(change) Press \(keys[.changePlan]) to turn renewal on again.")
  }

  private var samePrice: String { "The price of \(name) does not change." }

  /// Whether the next period has the same plan and the same price as this one.
  private var paysSameNext: Bool {
    (new.renewal.autoRenewPreference ?? new.renewal.currentProductID)
      == new.renewal.currentProductID
      && new.renewal.renewalPrice?.amount == new.transaction.price?.amount
  }

  private var asked: Notice {
    let notice = Notice(.attention, "\(newPrice) Press \(keys[.answerPrice]) to answer.")
    // While a payment has failed, the card is about the payment.
    return new.situation == .priceAsked ? toldByCard(notice) : notice
  }

  private var newPrice: String { StatusText(status: new, store: store).newPrice(of: name) }

  private var extended: Notice? {
    guard new.end > old.end else { return nil }
    return Notice(.good, "\(name) was extended until \(end) free of charge.")
  }

  private var price: Notice? {
    guard let before = old.renewal.renewalPrice, let after = new.renewal.renewalPrice,
      before.amount != after.amount, new.renewal.willAutoRenew
    else { return nil }
    return Notice(.good, "From \(end) \(name) costs \(after.text).")
  }
}
