import Foundation
import OpenStoreKit
import TerminalUI

/// A fact that a customer should not miss: a failed payment, a new price, a refund or an end.
struct Attention: Equatable, Identifiable {
  enum Kind: Equatable { case grace, retry, price, refunded, ended }

  struct Button: Equatable {
    let title: String
    let repair: Repair
  }

  /// The time that is left, as a part of a whole.
  struct Countdown: Equatable {
    let start: Date
    let end: Date
    /// The end, as short as possible.
    let label: String
  }

  /// The group of the plan, or the product.
  let id: String
  let kind: Kind
  /// The event, in a few words.
  let fact: String
  /// The consequence for the customer; `nil` if the fact already says it.
  var consequence: String?
  var countdown: Countdown?
  /// The customer's choices, the most urgent first; empty if only a family member can act.
  var buttons: [Button] = []
}

extension Store {
  /// The facts that the customer should not miss: first about present plans, then about ended ones.
  var attentions: [Attention] {
    isSignedOut
      ? []
      : subscriptions.compactMap { attention(to: $0) } + winBacks.map { attention(to: $0) }
  }

  /// Whether a card says what has happened to this plan.
  func hasAttention(_ plan: PlanGroup) -> Bool {
    attention(to: plan) != nil
      || (plan.status.isOver && winBacks.contains { $0.groupID == plan.id })
  }

  /// Whether a card says what has happened to this subscription.
  func hasAttention(_ status: PlanStatus) -> Bool {
    subscriptions.contains { $0.status == status && hasAttention($0) }
  }

  /// A failed payment, or a price that waits for an answer; `nil` for a plan without either.
  private func attention(to plan: PlanGroup) -> Attention? {
    let words = AttentionText(status: plan.status, store: self)
    guard let kind = words.kind else { return nil }
    var attention = Attention(
      id: plan.id + (plan.status.isShared ? ".family" : ""), kind: kind, fact: words.fact)
    attention.consequence = words.consequence
    attention.countdown = words.countdown
    attention.buttons = plan.status.urgentActions.map {
      Attention.Button(title: $0.title, repair: .plan($0, groupID: plan.id))
    }
    return attention
  }

  /// A plan that has ended or was refunded; also a product, for a customer who has nothing else.
  private func attention(to winBack: WinBack) -> Attention {
    var attention = Attention(
      id: winBack.groupID ?? winBack.productID ?? "", kind: winBack.isRefunded ? .refunded : .ended,
      fact: winBack.ended)
    if let id = winBack.productID, let title = winBack.button {
      attention.buttons = [Attention.Button(title: title, repair: .buy(id))]
    }
    return attention
  }
}

/// The words about a plan whose payment has failed, or whose price changes.
private struct AttentionText {
  let status: PlanStatus
  let store: Store

  private var name: String { store.name(of: status.renewal.currentProductID) }
  private var dates: PlanDates { store.dates(of: status.transaction) }

  var kind: Attention.Kind? {
    switch status.situation {
    case .grace, .sharedGrace: .grace
    case .retry, .sharedRetry: .retry
    case .priceAsked: .price
    case .active, .trial, .offerPrice, .changing, .ending, .notSoldAgain, .priceAgreed, .shared,
      .expired, .refunded, .notVerified:
      nil
    }
  }

  /// At most twelve words.
  var fact: String {
    switch status.situation {
    case .sharedGrace: "Your family's payment for \(name) failed"
    case .sharedRetry: "\(name) is paused: your family's payment failed"
    case .retry: "\(name) is paused: the payment failed"
    case .priceAsked: StatusText(status: status, store: store).newPrice(of: name)
    default: "The payment for \(name) failed"
    }
  }

  var consequence: String? {
    switch kind {
    case .grace: serviceLeft
    case .retry: "paid until \(dates.full(status.end))"
    case .price where status.needsPriceAnswer: "If not, it ends."
    default: nil
    }
  }

  private var graceEnd: Date { status.renewal.gracePeriodExpirationDate ?? status.end }

  private var serviceLeft: String {
    guard !dates.showsTime else { return "service until \(dates.full(graceEnd))" }
    let days = dates.days(from: store.now, to: graceEnd)
    return "\(days) \(days == 1 ? "day" : "days") of service left"
  }

  var countdown: Attention.Countdown? {
    guard kind == .grace, graceEnd > status.end else { return nil }
    return Attention.Countdown(
      start: status.end, end: graceEnd, label: dates.brief(graceEnd))
  }
}
