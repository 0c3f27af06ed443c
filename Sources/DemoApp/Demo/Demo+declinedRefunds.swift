import Foundation

/// The notice that the App Store has declined refunds.
struct DeclinedRefunds: Equatable, Sendable {
  /// The notice that the customer may not have read when the first refund was declined.
  private let unread: Notice?
  /// The names of the purchases.
  private var purchases: [String] = []

  init(unread: Notice?) { self.unread = unread }

  mutating func add(_ purchase: String) { purchases.append(purchase) }

  var notice: Notice {
    let list = purchases.formatted(.list(type: .and).locale(.words))
    let subject = purchases.count == 1 ? "The refund of \(list) was" : "The refunds of \(list) were"
    let declined = Notice(.attention, "\(subject) declined.")
    return Notice(joining: [unread, declined].compactMap(\.self)) ?? declined
  }
}

extension Demo {
  /// Shows that the App Store has declined a refund.
  ///
  /// The notice follows the text that is shown, includes earlier declined refunds, and comes before new
  /// transactions.
  mutating func notifyDeclinedRefund(of purchase: HistoryEntry?) {
    let incoming = notice == incomingNotice ? incomingTransactions : IncomingTransactions()
    var declined = declinedRefunds(after: notice == incomingNotice ? pendingNotice : notice)
    declined.add(name(of: purchase))
    declinedRefunds = declined
    showPendingNotice(declined.notice)
    incomingTransactions = incoming
    notifyIncomingTransactions()
  }

  /// Returns the declined refunds that `unread` shows, or an empty value that keeps `unread` before them.
  ///
  /// A notice about a waiting order is not kept: it may soon be outdated, and the first line has
  /// the same information.
  private func declinedRefunds(after unread: Notice?) -> DeclinedRefunds {
    if let declinedRefunds, declinedRefunds.notice == unread { return declinedRefunds }
    return DeclinedRefunds(unread: unread == waitingNotice?.notice ? nil : unread)
  }

  private func name(of purchase: HistoryEntry?) -> String {
    guard let purchase, let store else { return "a purchase" }
    return store.name(of: purchase.owned.productID).times(purchase.quantity)
  }
}
