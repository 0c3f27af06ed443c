import OpenStoreKit

extension Store {
  /// The products for which an order waits: those for sale in the order of the shop, then the others.
  ///
  /// What a family member shares, and what is no longer for sale, is among them too: the order can
  /// still be approved or declined.
  package var waitingProducts: [String] {
    let waiting = orders.filter { $0.value.state == .waiting }.keys.sorted()
    return products.map(\.id).filter(waiting.contains) + waiting.filter { product($0) == nil }
  }

  /// That the order of a product waits, and for what, as a sentence; `nil` if none waits.
  package func waitingSentence(of id: String) -> String? {
    orders[id]?.state == .waiting ? waitingText(of: id)?.sentence : nil
  }
}
