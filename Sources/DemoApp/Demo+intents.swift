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
    guard let buy = openIntended(id, after: nil) else { return [] }
    activity = .buying(buy.product.displayName)
    return [.purchase(buy, quantity: 1)]
  }

  /// What was under way is over, and has been told.
  mutating func endActivity(after told: Notice? = nil) {
    activity = nil
    showIntent(after: told)
  }

  /// Shows the first purchase that waits and can be bought, after what has just been told.
  mutating func showIntent(after told: Notice? = nil) {
    var told = told
    while isIdle, !intents.isEmpty {
      let id = intents.removeFirst()
      if let buy = openIntended(id, after: told) {
        let name = buy.product.displayName
        return tell("\(name) was chosen in the App Store. Press b to buy it.", after: told)
      }
      told = notice
    }
  }

  private var isIdle: Bool { personalised != nil && activity == nil && hasFocus }

  /// Opens the product's page, and says why it cannot be bought if that is so.
  private mutating func openIntended(_ id: String, after told: Notice?) -> Buy? {
    guard let personalised else { return nil }
    (tab, detail, isFuelStoreOpen, quantity, scroll) = (.shop, id, false, 1, 0)
    switch personalised.availability(of: id) {
    case .buy(let buy): return buy
    case .withheld(let reason):
      let name = personalised.store.name(of: id)
      tell("\(name) was chosen in the App Store, and is not bought: \(reason).", after: told)
      return nil
    }
  }

  private mutating func tell(_ text: String, after told: Notice?) {
    notice = Notice(.attention, [told?.text, text].compactMap(\.self).joined(separator: " "))
  }
}
