import Foundation

/// The notice that the App Store has declined refunds.
struct DeclinedRefunds: Equatable, Sendable {
  /// What the customer may not have read when the first one came.
  private let unread: Notice?
  /// The names of the purchases.
  private var purchases: [String] = []

  init(unread: Notice?) { self.unread = unread }

  mutating func add(_ purchase: String) { purchases.append(purchase) }

  var notice: Notice {
    let list = purchases.formatted(.list(type: .and).locale(.words))
    let subject = purchases.count == 1 ? "The refund of \(list) was" : "The refunds of \(list) were"
    let told = Notice(.attention, "\(subject) declined.")
    return Notice(joining: [unread, told].compactMap(\.self)) ?? told
  }
}

extension Demo {
  /// Tells that the App Store has declined a refund, after what is shown, and together with those that
  /// the same notice tells; what has come is told after it again.
  mutating func tellDeclinedRefund(of purchase: HistoryEntry?) {
    let told = notice == arrivalsNotice ? incomingTransactions : IncomingTransactions()
    var declined = declinedRefunds(after: notice == arrivalsNotice ? newsForAttention : notice)
    declined.add(name(of: purchase))
    declinedRefunds = declined
    tellForAttention(declined.notice)
    incomingTransactions = told
    notifyIncomingTransactions()
  }

  /// Those that a notice tells, or none yet after it.
  ///
  /// That an order waits may soon be untrue, and the first line says it too.
  private func declinedRefunds(after unread: Notice?) -> DeclinedRefunds {
    if let declinedRefunds, declinedRefunds.notice == unread { return declinedRefunds }
    return DeclinedRefunds(unread: unread == waitingNotice?.notice ? nil : unread)
  }

  private func name(of purchase: HistoryEntry?) -> String {
    guard let purchase, let store else { return "a purchase" }
    return store.name(of: purchase.owned.productID).times(purchase.quantity)
  }
}
