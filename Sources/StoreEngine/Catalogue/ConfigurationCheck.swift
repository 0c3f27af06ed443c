/// Goes through a file's products in order and remembers where each ID stands.
struct ConfigurationCheck {
  private var products: [String: String] = [:]
  private var groups: [String: String] = [:]

  /// The products of a list that belongs to no group.
  mutating func outsideGroups(
    _ list: [ConfigurationProduct], list name: String
  ) throws -> [Catalogue.Product] {
    try list.enumerated().map { index, product in
      let place = "\(name)[\(index)]"
      guard product.type != .recurring else {
        throw CatalogueIssue(place: "\(place).type", problem: .outsideGroup(product.id))
      }
      try Self.note(product.id, at: "\(place).productID", in: &products)
      return product.product(in: nil)
    }
  }

  /// The subscriptions of one group.
  mutating func inside(
    _ group: ConfigurationGroup, place: String
  ) throws -> [Catalogue.Product] {
    try Self.note(group.group.id, at: "\(place).id", in: &groups)
    return try group.subscriptions.enumerated().map { index, product in
      let place = "\(place).subscriptions[\(index)]"
      guard product.type == .recurring else {
        throw CatalogueIssue(place: "\(place).type", problem: .insideGroup(product.id))
      }
      if let named = product.namedGroup, named != group.group.id {
        throw CatalogueIssue(
          place: "\(place).subscriptionGroupID",
          problem: .otherGroup(named, standsIn: group.group.id))
      }
      try Self.note(product.id, at: "\(place).productID", in: &products)
      try Self.offers(of: product, place: place)
      return product.product(in: group.group.id)
    }
  }

  /// A subscription's offers of one kind each have an ID of their own.
  private static func offers(of product: ConfigurationProduct, place: String) throws {
    for (list, ids) in product.offerIDs {
      var seen: [String: String] = [:]
      for (index, id) in ids.enumerated() {
        try note(id, at: "\(place).\(list)[\(index)]", in: &seen)
      }
    }
  }

  private static func note(_ id: String, at place: String, in seen: inout [String: String]) throws {
    if let first = seen.updateValue(place, forKey: id) {
      throw CatalogueIssue(place: place, problem: .repeated(id, first: first))
    }
  }
}
