import StoreAPI

/// An app's changes to the promoted products on one device.
///
/// 1. Without an order, the products are listed in the App Store's order.
/// 2. With an order, the products of that order are listed; others are hidden unless they are
///    visible.
/// 3. A hidden product is never listed.
struct PromotionOverride: Codable, Hashable, Sendable {
  /// The product IDs in the app's order, each once; empty for the App Store's.
  var order: [String] = []
  /// The visibility of the products for which it differs from the App Store's.
  var visibility: [String: Visibility] = [:]

  enum Visibility: String, Codable, Hashable, Sendable {
    case visible, hidden
  }

  /// The names in the device's file, which must not change.
  private enum CodingKeys: String, CodingKey {
    case order, visibility
  }

  /// The products that are listed, of all that are for sale in the App Store's order.
  func listed(of productIDs: [String]) -> [String] {
    let known = Set(productIDs)
    let ordered = order.filter(known.contains)
    let others = productIDs.filter { !order.contains($0) }
    let rest = order.isEmpty ? others : others.filter { visibility[$0] == .visible }
    return (ordered + rest).filter { visibility[$0] != .hidden }
  }

  /// Sets the order; the second mention of a product is ignored.
  mutating func setOrder(_ productIDs: [String]) {
    var seen: Set<String> = []
    order = productIDs.filter { seen.insert($0).inserted }
  }
}
