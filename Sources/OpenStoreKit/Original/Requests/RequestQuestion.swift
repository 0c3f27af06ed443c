/// What a request of original StoreKit asks the store.
enum RequestQuestion: Sendable {
  /// The products with these IDs.
  case products([String])
  /// A new receipt, which replaces the device's.
  case receipt
  /// Nothing: a request of the abstract class.
  case nothing

  /// Asks the store of the process.
  ///
  /// - Throws: ``StoreKitError``, as StoreKit 2 does.
  func answer() async throws -> RequestAnswer {
    switch self {
    case .products(let ids):
      let products = try await Product.products(for: ids)
      let sold = Set(products.map(\.id))
      return .products(products, unknownIDs: ids.filter { !sold.contains($0) })
    case .receipt: try await StoreSession.connected().refreshReceipt()
    case .nothing: break
    }
    return .done
  }
}

/// The store's answer to a request of original StoreKit.
enum RequestAnswer: Sendable {
  /// The products that are sold, and the IDs of those that are not.
  case products([Product], unknownIDs: [String])
  case done
}
