/// Checks the products and groups of a file in order, and keeps the path of each ID.
struct ConfigurationCheck {
  private var products: [String: String] = [:]
  private var groups: [String: String] = [:]

  /// Returns the products of a list that is not part of a group.
  mutating func outsideGroups(
    _ list: [ConfigurationProduct], list name: String
  ) throws -> [Catalogue.Product] {
    try list.enumerated().map { index, product in
      let place = "\(name)[\(index)]"
      guard product.type != .recurring else {
        throw CatalogueIssue(place: "\(place).type", problem: .outsideGroup(product.id))
      }
      try Self.record(product.id, at: "\(place).productID", in: &products)
      return product.product
    }
  }

  /// Returns the subscriptions of one group.
  mutating func inside(_ group: ConfigurationGroup, place: String) throws -> [Catalogue.Product] {
    try Self.record(group.group.id, at: "\(place).id", in: &groups)
    return try group.subscriptions.enumerated().map { index, product in
      let place = "\(place).subscriptions[\(index)]"
      guard product.type == .recurring else {
        throw CatalogueIssue(place: "\(place).type", problem: .insideGroup(product.id))
      }
      if let named = product.namedGroup, named != group.group.id {
        throw CatalogueIssue(
          place: "\(place).subscriptionGroupID",
          problem: .otherGroup(named, listedIn: group.group.id))
      }
      try Self.record(product.id, at: "\(place).productID", in: &products)
      try Self.checkOffers(of: product, place: place)
      return product.product(in: group.group.id)
    }
  }

  /// Throws if two offers of one kind in a subscription have the same ID.
  private static func checkOffers(of product: ConfigurationProduct, place: String) throws {
    for (list, ids) in product.offerIDs {
      var seen: [String: String] = [:]
      for (index, id) in ids.enumerated() {
        try record(id, at: "\(place).\(list)[\(index)]", in: &seen)
      }
    }
  }

  private static func record(
    _ id: String, at place: String, in seen: inout [String: String]
  ) throws {
    if let first = seen.updateValue(place, forKey: id) {
      throw CatalogueIssue(place: place, problem: .repeated(id, first: first))
    }
  }
}
