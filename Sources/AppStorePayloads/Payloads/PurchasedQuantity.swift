/// The number of units in one purchase.
///
/// Decoding refuses any number other than 1 to 10, so that code can add and multiply it safely.
/// Source: `quantity(_:)` of `Product.PurchaseOption` in StoreKit.
@propertyWrapper package struct PurchasedQuantity: Codable, Hashable, Sendable {
  package var wrappedValue: Int

  package init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = try container.decode(Int.self)
    guard (1...10).contains(wrappedValue) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the quantity \(wrappedValue) is not 1 to 10")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
