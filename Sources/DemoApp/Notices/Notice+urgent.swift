import OpenStoreKit
import TerminalUI

extension Notice {
  /// The most important fact about the customer's plans, and the key for it; `nil` without one.
  init?(urgentIn store: Store, keys: KeyMap) {
    let urgent = store.subscriptions.map(\.status).compactMap { status in
      status.urgentActions.first.map { (status, $0) }
    }
    guard let (status, action) = urgent.first else { return nil }
    let toDo = "Press \(keys[action.command]) to \(action.title.lowercased())."
    let text = "\(store.alert(status)) \(toDo)"
    self.init(.attention, text, besideCards: store.hasAttention(status) ? "" : text)
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
      return status.needsPriceAnswer ? "\(price) If not, it ends." : price
    default: return "\(name) is paused: the payment failed."
    }
  }
}
