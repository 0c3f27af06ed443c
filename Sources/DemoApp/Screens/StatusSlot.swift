import Foundation
import TerminalUI

/// The right end of the first line: the customer's plan or pass, as a sign and a word.
struct StatusSlot {
  let demo: Demo

  /// The longest wording that fits; `nil` if none does.
  func text(room: Int) -> Span? {
    let (sign, style, wordings) = wording
    let fitting = wordings.map { "\(sign) \($0)" }.first { Width.columns($0) <= room }
    return fitting.map { Span($0, style) }
  }

  /// The sign and the wordings, the longest first.
  private var wording: (sign: String, style: Style, [String]) {
    guard let store = demo.store else { return (Glyphs.pending, .muted, ["getting ready"]) }
    if demo.personalised == nil { return (Glyphs.pending, .muted, ["as last seen", "last seen"]) }
    if let status = store.plan, status.isVerified, status.state != .expired || pass(store) == nil {
      return wording(status, store)
    }
    if let pass = pass(store) {
      let end = pass.expirationDate?.short ?? ""
      return (Glyphs.active, .good, ["Service until \(end)", "to \(end)", "Service"])
    }
    if let id = pending(store) {
      return (
        Glyphs.pending, .warn, ["\(store.name(of: id)) waits for approval", "waits for approval"]
      )
    }
    return (Glyphs.none, .muted, ["No plan yet", "No plan"])
  }

  private func pass(_ store: Store) -> Owned? { store.owned(.nonRenewable).first }

  private func pending(_ store: Store) -> String? {
    store.products.map(\.id).first { store.state(of: $0) == .pending }
  }

  private func wording(
    _ status: PlanStatus, _ store: Store
  ) -> (sign: String, style: Style, [String]) {
    let name = store.name(of: status.renewal.currentProductID)
    let end = status.transaction.expirationDate?.short ?? ""
    switch status.state {
    case .subscribed: return (Glyphs.active, .good, subscribed(status, store, name: name, end: end))
    case .inGracePeriod:
      return (
        Glyphs.attention, .warn,
        ["\(name) \(Glyphs.bullet) payment needs a fix", "\(name) payment", "payment"]
      )
    case .inBillingRetryPeriod: return (Glyphs.paused, .warn, ["\(name) paused", "paused"])
    case .expired: return (Glyphs.none, .muted, ["\(name) ended \(end)", "\(name) ended", "ended"])
    case .revoked:
      let date = status.transaction.revocationDate?.short ?? end
      return (Glyphs.refunded, .bad, ["\(name) refunded \(date)", "\(name) refunded", "refunded"])
    }
  }

  private func subscribed(
    _ status: PlanStatus, _ store: Store, name: String, end: String
  ) -> [String] {
    let dot = Glyphs.bullet
    if let next = status.renewal.scheduledProductID.map(store.name(of:)) {
      return ["\(name) \(dot) \(next) from \(end)", "\(name) to \(end)", name, "active"]
    }
    let verb = status.renewal.willAutoRenew ? "renews" : "ends"
    let day = end.dropLast(5)
    return [
      "\(name) \(dot) \(verb) \(end)", "\(name) to \(end)", "\(name) to \(day)", name, "active",
    ]
  }
}
