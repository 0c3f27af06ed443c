import Foundation

/// The notice that the App Store has declined refunds.
struct DeclinedRefunds: Equatable, Sendable {
  /// What the customer may not have read when the first one came.
  let unread: Notice?
  /// The names of the purchases.
  private(set) var purchases: [String]

  mutating func add(_ purchase: String) { purchases.append(purchase) }

  var notice: Notice {
    let list = purchases.formatted(.list(type: .and).locale(.words))
    let subject = purchases.count == 1 ? "The refund of \(list) was" : "The refunds of \(list) were"
    let text = [unread?.text, "\(subject) declined."].compactMap(\.self).joined(separator: " ")
    return Notice(unread?.tone == .bad ? .bad : .attention, text)
  }
}

extension Demo {
  /// Tells that the App Store has declined a refund, after what is shown, and together with those that
  /// the same notice tells.
  mutating func tellDeclinedRefund(of purchase: HistoryEntry?) {
    let name = name(of: purchase)
    if var shown = declinedRefunds, shown.notice == notice {
      shown.add(name)
      tell(shown)
    } else {
      // That an order waits may soon not be true any more, and the first line says it too.
      let unread = notice == waitingNotice?.notice ? nil : notice
      tell(DeclinedRefunds(unread: unread, purchases: [name]))
    }
  }

  private mutating func tell(_ refunds: DeclinedRefunds) {
    declinedRefunds = refunds
    tellForAttention(refunds.notice)
  }

  private func name(of purchase: HistoryEntry?) -> String {
    guard let purchase, let store else { return "a purchase" }
    return store.name(of: purchase.owned.productID).times(purchase.quantity)
  }
}
