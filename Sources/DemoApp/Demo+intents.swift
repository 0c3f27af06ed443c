// Purchases that the customer begins in the App Store. Each waits until the launch is over and nothing
// else is under way; the App Store's sheet then asks, as for any purchase.
extension Demo {
  /// What was under way is over.
  mutating func endActivity() -> [Effect] {
    activity = nil
    return takeUpIntent()
  }

  /// Shows the product of the first purchase that waits, and buys it or says why that cannot be.
  mutating func takeUpIntent() -> [Effect] {
    guard let personalised, activity == nil, !intents.isEmpty else { return [] }
    let id = intents.removeFirst()
    (tab, detail, isFuelStoreOpen, quantity, scroll) = (.shop, id, false, 1, 0)
    switch personalised.availability(of: id) {
    case .buy(let buy):
      activity = .buying(buy.product.displayName)
      return [.purchase(buy, quantity: 1)]
    case .withheld(let reason):
      let name = personalised.store.name(of: id)
      notice = Notice(
        .attention, "\(name) was chosen in the App Store, and is not bought: \(reason).")
      return takeUpIntent()
    }
  }
}
