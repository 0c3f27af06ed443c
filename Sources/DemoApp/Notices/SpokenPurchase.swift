import Foundation

/// A purchase as it is read out: "Purchased Truck, 3.99 US dollars".
struct SpokenPurchase: Equatable, Sendable {
  /// The notice that shows the same purchase.
  let notice: Notice
  let sentence: String

  /// - Parameters:
  ///   - notice: The notice that shows the purchase.
  ///   - ending: The outcome; fails unless something was bought.
  ///   - product: The product.
  ///   - quantity: The number of units.
  ///   - store: The store after the purchase.
  init?(
    _ notice: Notice, _ ending: PurchaseEnding, _ product: ProductRow, _ quantity: Int,
    in store: Store
  ) {
    guard ending == .purchased else { return nil }
    self.notice = notice
    let price = store.productStatuses[product.id]?.transaction?.price ?? product.total(quantity)
    let units = quantity == 1 ? "" : "\(quantity) "
    sentence = "Purchased \(units)\(product.displayName), \(price.words)"
  }
}

extension ProductRow {
  /// The price of several units.
  fileprivate func total(_ quantity: Int) -> Price {
    let amount = price * Decimal(quantity)
    let text = quantity == 1 ? displayPrice : "\(quantity) × \(displayPrice)"
    return Price(amount: amount, text: text, currency: currency)
  }
}

extension Price {
  /// The amount in words, as "3.99 US dollars"; as on the screen if the currency is not known.
  var words: String {
    guard let currency else { return text }
    return amount.formatted(
      .currency(code: currency).presentation(.fullName).locale(.words))
  }
}
