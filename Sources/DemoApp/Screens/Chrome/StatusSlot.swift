import Foundation
import OpenStoreKit
import TerminalUI

/// The right end of the first line: the customer's plan or pass, as a sign and a word.
///
/// With several groups, it shows the plan that gives the customer most; plans with access come first.
struct StatusSlot {
  let demo: Demo

  /// A sign, its style, and wordings, the longest first.
  typealias Wording = (sign: String, style: Style, texts: [String])

  /// The sign and the longest wording that fits; empty if none does.
  ///
  /// Only the sign has a colour. The words are bold if the customer must act.
  func spans(room: Int) -> [Span] {
    let (sign, style, texts) = wording
    guard let text = texts.first(where: { Width.columns("\(sign) \($0)") <= room }) else {
      return []
    }
    let words = style.role == .warn || style.role == .bad ? Style.plain.bold() : .muted
    return [Span(sign, style), Span(" \(text)", words)]
  }

  private var wording: Wording {
    guard let store = demo.launchResult?.store else {
      return demo.launch.wording(isLastSeen: demo.lastSeen != nil)
    }
    if store.isSignedOut { return (Glyphs.refunded, .bad, ["signed out"]) }
    if store.offlineSince != nil {
      return (Glyphs.paused, .muted, ["offline \(Glyphs.bullet) as last seen", "offline"])
    }
    let plan = store.plan.flatMap { $0.isVerified ? $0 : nil }
    if let plan, plan.grantsAccess { return wording(plan, store) }
    if let plan = store.plansWithoutStatus.first {
      let name = store.name(of: plan.productID)
      return (Glyphs.active, .good, ["\(name) \(Glyphs.bullet) status unknown", name])
    }
    if let pass = store.owned(.nonRenewable).first {
      let end = pass.expirationDate.map(store.short) ?? ""
      return (Glyphs.active, .good, ["Service until \(end)", "to \(end)", "Service"])
    }
    return plan.map { wording($0, store) } ?? withoutPlan(store)
  }

  /// On a page about the plan, leaves out what a card or a sentence there says.
  private func wording(_ status: PlanStatus, _ store: Store) -> Wording {
    let whole = wholeWording(status, store)
    let isOnItsPage = demo.detail == status.renewal.currentProductID && !demo.isFuelStoreOpen
    guard demo.tellsAboutPlans || isOnItsPage else { return whole }
    guard store.hasAttention(status) else {
      return (whole.sign, whole.style, withoutDate(status, store) ?? whole.texts)
    }
    guard !status.isOver else { return (Glyphs.none, .muted, ["No plan"]) }
    return (whole.sign, whole.style, [store.name(of: status.renewal.currentProductID)])
  }

  /// The wordings without the plan's next date, if a sentence has the date; `nil` for any other plan.
  private func withoutDate(_ status: PlanStatus, _ store: Store) -> [String]? {
    let name = store.name(of: status.renewal.currentProductID)
    let words: (long: String, short: String)? =
      switch status.situation {
      case .trial: ("free trial", "free trial")
      case .changing(let next): ("then \(store.name(of: next))", "changes")
      case .ending, .notSoldAgain: ("ends", "ends")
      default: nil
      }
    return words.map {
      ["\(name) \(Glyphs.bullet) \($0.long)", "\(name) \($0.short)", name]
    }
  }

  private func withoutPlan(_ store: Store) -> Wording {
    guard let text = store.waitingProducts.first.flatMap(store.waitingText(of:)) else {
      let words = store.statusFailure == nil ? ["No plan yet", "No plan"] : ["status unknown"]
      return (Glyphs.none, .muted, words)
    }
    return (Glyphs.pending, .warn, text.slot)
  }
}

extension StatusSlot {
  private func wholeWording(_ status: PlanStatus, _ store: Store) -> Wording {
    let name = store.name(of: status.renewal.currentProductID)
    let dates = store.dates(of: status.transaction)
    let (end, day) = (dates.short(status.end), dates.brief(status.end))
    let dot = Glyphs.bullet
    /// With little room, the date is left out before the plan's name, unless the name is long.
    func withAccess(_ verb: String) -> Wording {
      (
        Glyphs.active, .good,
        [
          "\(name) \(dot) \(verb) \(end)", "\(name) \(verb) \(day)", "\(name) \(verb)",
          "\(verb) \(day)", name,
        ]
      )
    }
    switch status.situation {
    case .active, .offerPrice, .priceAgreed: return withAccess("renews")
    case .trial:
      return (
        Glyphs.active, .good,
        [
          "\(name) \(dot) free until \(end)", "\(name) free to \(day)", "\(name) free trial",
          "free to \(day)", name,
        ]
      )
    case .changing(let id):
      let next = store.name(of: id)
      return (
        Glyphs.active, .good,
        [
          "\(name) \(dot) \(next) from \(end)", "\(next) from \(end)", "\(next) from \(day)", name,
        ]
      )
    case .shared where status.renewal.willAutoRenew: return withAccess("renews")
    case .sharedGrace:
      return (
        Glyphs.attention, .warn,
        ["\(name) \(dot) family payment failed", "\(name): not paid", "not paid"]
      )
    case .sharedRetry:
      return (
        Glyphs.paused, .warn,
        ["\(name) paused \(dot) family payment failed", "\(name) paused", "paused"]
      )
    case .ending, .notSoldAgain, .shared: return withAccess("ends")
    case .priceAsked:
      return (
        Glyphs.attention, .warn,
        ["\(name) \(dot) new price needs an answer", "\(name) new price", "new price"]
      )
    case .grace:
      return (
        Glyphs.attention, .warn,
        ["\(name) \(dot) payment needs a fix", "\(name): fix payment", "fix payment"]
      )
    case .retry:
      return (
        Glyphs.paused, .warn,
        ["\(name) paused \(dot) payment needs a fix", "\(name) paused", "paused"]
      )
    case .expired, .notVerified:
      return (Glyphs.none, .muted, ["\(name) ended \(end)", "\(name) ended", "ended"])
    case .refunded:
      let verb = status.transaction.wordOfRevocation
      let date = status.transaction.revocationDate.map(dates.short) ?? end
      return (
        Glyphs.refunded, .bad, ["\(name) \(verb) \(date)", "\(name) \(verb)", verb]
      )
    }
  }
}
