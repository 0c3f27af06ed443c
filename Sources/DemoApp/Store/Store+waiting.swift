import OpenStoreKit

extension Store {
  /// The products with a waiting order: those for sale in the order of the shop, then the others.
  ///
  /// A product that a family member shares, or that is no longer for sale, is included: its order
  /// can still be approved or declined.
  package var waitingProducts: [String] {
    let waiting = orders.filter { $0.value.state == .waiting }.keys.sorted()
    return products.map(\.id).filter(waiting.contains) + waiting.filter { product($0) == nil }
  }

  /// A sentence that says what the order of a product waits for; `nil` if none waits.
  package func waitingSentence(of id: String) -> String? {
    orders[id]?.state == .waiting ? waitingText(of: id)?.sentence : nil
  }
}
