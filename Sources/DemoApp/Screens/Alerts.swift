import TerminalUI

/// The important facts about the customer's plans, before everything else on a low screen.
///
/// On a high screen, the plan's own sentences are in view. Nothing here can be selected, so a line
/// that appears or disappears does not move the focus.
struct Alerts {
  let store: Store
  /// Whether the key of the next action is there.
  let showsAction: Bool

  /// A screen with fewer rows than this does not show a whole place.
  static let low = 13

  func fill(_ page: inout Page) {
    for plan in store.subscriptions {
      let actions = plan.status.urgentActions
      guard !actions.isEmpty else { continue }
      page.paragraph(store.alert(plan.status), .plain.bold())
      guard showsAction else { continue }
      for action in actions { page.action(action.title, key: action.key, action.style) }
    }
    page.blank()
  }
}

extension Notice {
  /// The most important fact about the customer's plans, and the key for it; `nil` without one.
  init?(urgentIn store: Store) {
    let urgent = store.subscriptions.map(\.status).compactMap { status in
      status.urgentActions.first.map { (status, $0) }
    }
    guard let (status, action) = urgent.first else { return nil }
    self.init(
      .attention,
      "\(store.alert(status)) Press \(action.key) to \(action.title.lowercased()).")
  }
}

extension Store {
  /// The important fact about a plan, in a sentence.
  fileprivate func alert(_ status: PlanStatus) -> String {
    let name = name(of: status.renewal.currentProductID)
    let dates = dates(of: status.transaction)
    switch status.situation {
    case .grace:
      let until = status.renewal.gracePeriodExpirationDate ?? status.end
      return "The payment for \(name) failed. You keep access until \(dates.full(until))."
    case .priceAsked:
      let price = StatusText(status: status, store: self).newPrice(of: name)
      return status.needsPriceAnswer ? "\(price) If not, \(name) ends." : price
    default: return "\(name) is paused: the payment failed."
    }
  }
}
