import OpenStoreKit

/// The notice that orders of a product are waiting.
struct WaitingNotice: Equatable, Sendable {
  let productID: String
  let notice: Notice
}

extension Demo {
  /// Shows a notice about all waiting orders of a product.
  mutating func showWait(for productID: String, _ ending: Notice?, in store: Store) {
    let waiting = Notice(waitingFor: productID, in: store) ?? ending
    notice = waiting
    waitingNotice = waiting.map { WaitingNotice(productID: productID, notice: $0) }
  }

  /// Shows how many of these orders wait now; the notice disappears with the last one.
  mutating func updateWaitingNotice(in store: Store) {
    guard let waiting = waitingNotice else { return }
    guard notice == waiting.notice else { return waitingNotice = nil }
    showWait(for: waiting.productID, nil, in: store)
  }
}

extension Notice {
  /// `nil` if no order of the product waits.
  fileprivate init?(waitingFor productID: String, in store: Store) {
    guard let text = store.waitingText(of: productID), text.orders.state == .waiting else {
      return nil
    }
    self.init(.attention, text.sentence)
  }
}
