// Purchases that the customer begins in the App Store.
//
// 1. If the app is idle, the App Store's purchase sheet opens at once, as for any purchase.
// 2. Otherwise the purchase waits until the launch has ended, no activity is in progress and nothing
//    covers the app. Then the app shows the product, and the customer presses a key to buy it. A sheet
//    that opened by itself, after another one or while somebody types, could take a key that was not
//    meant for it.
extension Demo {
  /// Handles a purchase that the customer began in the App Store.
  mutating func handleIntent(_ id: String) -> [Effect] {
    guard isIdle, intents.isEmpty else {
      intents.append(id)
      return []
    }
    guard let buy = openIntended(id) else { return [] }
    activity = .buying(buy.product.displayName)
    return [.purchase(buy, quantity: 1)]
  }

  /// Ends the activity in progress.
  mutating func endActivity() {
    activity = nil
    showIntent()
  }

  /// Shows the first waiting purchase that can be bought.
  mutating func showIntent() {
    while isIdle, !intents.isEmpty {
      if let buy = openIntended(intents.removeFirst()) {
        let name = buy.product.displayName
        return appendNotice(
          "\(name) was chosen in the App Store. Press \(keys[.buy]) to buy it.")
      }
    }
  }

  private var isIdle: Bool { launchResult != nil && activity == nil && hasFocus }

  /// Opens the product's page, with a notice if the product cannot be bought.
  private mutating func openIntended(_ id: String) -> Buy? {
    guard let launchResult else { return nil }
    (tab, detail, isFuelStoreOpen, quantity, scroll) = (.shop, id, false, 1, 0)
    switch launchResult.availability(of: id) {
    case .buy(let buy): return buy
    case .withheld(let reason):
      let name = launchResult.store.name(of: id)
      appendNotice("\(name) was chosen in the App Store, but cannot be bought: \(reason).")
      return nil
    }
  }

  /// Shows a text after the notice that the customer may not have read yet.
  private mutating func appendNotice(_ text: String) {
    notice = Notice(.attention, [notice?.text, text].compactMap(\.self).joined(separator: " "))
  }
}
