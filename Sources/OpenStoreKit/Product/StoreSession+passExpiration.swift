import StoreAPI

extension StoreSession {
  /// When a non-renewing subscription ends whose single piece lasts `duration`: StoreKit knows no
  /// end for it.
  ///
  /// It counts from the purchase in the Gregorian calendar and UTC, once for each piece bought.
  package func passExpirationDate(of transaction: Transaction, duration: DateComponents) -> Date {
    let whole = duration.multiplied(by: transaction.purchasedQuantity)
    return Calendar.store.date(byAdding: whole, to: transaction.purchaseDate) ?? .distantFuture
  }
}

extension DateComponents {
  fileprivate func multiplied(by factor: Int) -> DateComponents {
    let components: Set<Calendar.Component> = [
      .year, .month, .weekOfYear, .day, .hour, .minute, .second,
    ]
    var product = DateComponents()
    for component in components {
      guard let value = value(for: component) else { continue }
      product.setValue(value * factor, for: component)
    }
    return product
  }
}
