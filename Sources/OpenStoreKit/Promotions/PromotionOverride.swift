import StoreAPI

/// An app's changes to the promoted products on one device.
///
/// 1. Without an order, the products are listed in the App Store's order.
/// 2. With an order, the products of that order are listed; others are hidden unless they are
///    visible. Original StoreKit's order lists the others after them.
/// 3. A hidden product is never listed.
struct PromotionOverride: Codable, Hashable, Sendable {
  /// The product IDs in the app's order, each once; empty for the App Store's.
  var order: [String] = []
  /// The visibility of the products for which it differs from the App Store's.
  var visibility: [String: Visibility] = [:]
  /// Whether the other products are listed after those of the order; `nil` if they are not.
  var listsOthers: Bool?

  enum Visibility: String, Codable, Hashable, Sendable {
    case visible, hidden
  }

  /// The names in the device's file, which must not change.
  private enum CodingKeys: String, CodingKey {
    case order, visibility, listsOthers
  }

  /// The products that are listed, of all that are for sale in the App Store's order.
  func listed(of productIDs: [String]) -> [String] {
    let known = Set(productIDs)
    let ordered = order.filter(known.contains)
    let others = productIDs.filter { !order.contains($0) }
    let areListed = order.isEmpty || listsOthers == true
    let rest = areListed ? others : others.filter { visibility[$0] == .visible }
    return (ordered + rest).filter { visibility[$0] != .hidden }
  }

  /// Sets the order; the second mention of a product is ignored.
  ///
  /// - Parameters:
  ///   - productIDs: The products in order; empty for the App Store's order.
  ///   - listsOthers: Whether the other products are listed after them.
  mutating func setOrder(_ productIDs: [String], listsOthers: Bool = false) {
    var seen: Set<String> = []
    order = productIDs.filter { seen.insert($0).inserted }
    self.listsOthers = listsOthers && !order.isEmpty ? true : nil
  }
}
