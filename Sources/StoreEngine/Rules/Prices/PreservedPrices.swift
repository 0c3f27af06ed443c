package import Foundation

/// The stored form of the prices that a subscriber keeps: at most one for the present plan, and one
/// for the plan that is chosen for the next period.
///
/// A subscriber keeps both, because they can change back.
package struct PreservedPrices: Hashable, Sendable {
  package private(set) var byProduct: [String: Decimal]

  /// `nil` without prices.
  package init?(_ byProduct: [String: Decimal]) {
    guard !byProduct.isEmpty else { return nil }
    self.byProduct = byProduct
  }
}

extension PreservedPrices: Codable {
  /// Reads one price or an array of prices.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let prices = try? container.decode([PreservedPrice].self)
    let known = try prices ?? [container.decode(PreservedPrice.self)]
    byProduct = Dictionary(known.map { ($0.productID, $0.price) }) { first, _ in first }
  }

  /// Writes a single price in the form of the first versions, which had only one.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let prices = byProduct.sorted { $0.key < $1.key }
      .map { PreservedPrice(productID: $0.key, price: $0.value) }
    if prices.count == 1 { try container.encode(prices[0]) } else { try container.encode(prices) }
  }
}

/// A price that a subscriber keeps as long as they keep the plan.
package struct PreservedPrice: Codable, Hashable, Sendable {
  package var productID: String
  package var price: Decimal

  enum CodingKeys: String, CodingKey, CaseIterable { case productID, price }
}
