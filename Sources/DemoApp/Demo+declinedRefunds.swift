import Foundation

extension Demo {
  /// Tells that the App Store has declined a refund, together with those that the same notice tells.
  mutating func tellDeclinedRefund(of purchase: HistoryEntry?) {
    let shown = Notice(declinedRefundsOf: declinedRefunds)
    if notice != shown { declinedRefunds = [] }
    declinedRefunds.append(name(of: purchase))
    forgetArrivals()
    notice = Notice(declinedRefundsOf: declinedRefunds)
  }

  private func name(of purchase: HistoryEntry?) -> String {
    guard let purchase, let store else { return "a purchase" }
    return store.name(of: purchase.owned.productID).times(purchase.quantity)
  }
}

extension Notice {
  /// `nil` if there are none.
  fileprivate init?(declinedRefundsOf names: [String]) {
    guard !names.isEmpty else { return nil }
    let list = names.formatted(.list(type: .and).locale(.words))
    let refunds = names.count == 1 ? "The refund of \(list) was" : "The refunds of \(list) were"
    self.init(.attention, "\(refunds) declined.")
  }
}
