// Purchases that the customer begins in the App Store.
//
// 1. One that comes while the customer does nothing else is asked about at once, by the App Store's sheet
//    as for any purchase.
// 2. Any other waits until the launch is over, nothing is under way and nothing covers the app. Then its
//    product is shown, and a key of the customer's buys it: a sheet that opens by itself after another
//    one, or under what somebody types, could take a key that is not meant for it.
extension Demo {
  /// Takes up a purchase that has come.
  mutating func intend(_ id: String) -> [Effect] {
    guard isIdle, intents.isEmpty else {
      intents.append(id)
      return []
    }
    guard let buy = openIntended(id) else { return [] }
    activity = .buying(buy.product.displayName)
    return [.purchase(buy, quantity: 1)]
  }

  /// What was under way is over.
  mutating func endActivity() {
    activity = nil
    showIntent()
  }

  /// Shows the first purchase that waits and can be bought.
  mutating func showIntent() {
    while isIdle, !intents.isEmpty {
      if let buy = openIntended(intents.removeFirst()) {
        return tell("\(buy.product.displayName) was chosen in the App Store. Press b to buy it.")
      }
    }
  }

  private var isIdle: Bool { personalised != nil && activity == nil && hasFocus }

  /// Opens the product's page, and says why it cannot be bought if that is so.
  private mutating func openIntended(_ id: String) -> Buy? {
    guard let personalised else { return nil }
    (tab, detail, isFuelStoreOpen, quantity, scroll) = (.shop, id, false, 1, 0)
    switch personalised.availability(of: id) {
    case .buy(let buy): return buy
    case .withheld(let reason):
      let name = personalised.store.name(of: id)
      tell("\(name) was chosen in the App Store, but cannot be bought: \(reason).")
      return nil
    }
  }

  /// Tells it after what the customer may not have read yet.
  private mutating func tell(_ text: String) {
    notice = Notice(.attention, [notice?.text, text].compactMap(\.self).joined(separator: " "))
  }
}
