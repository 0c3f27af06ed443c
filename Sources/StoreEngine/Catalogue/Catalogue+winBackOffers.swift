import StoreAPI

// A customer's eligible win-back offers are listed by ID only, so an ID stands for one offer of a
// group. Source: "Set up win-back offers" in App Store Connect Help.
extension Catalogue {
  /// Checks that no win-back offer of these plans has the ID of another plan's in the same group.
  ///
  /// A new store checks all plans, and an import those of its file. A store of an earlier version
  /// may have two such offers: then the first plan keeps its own.
  ///
  /// - Parameter checked: The IDs of the plans, which are the first products; `nil` for all.
  /// - Throws: ``StoreAPI/StoreError/invalidCatalogue(reason:)`` for the first such offer, with both plans.
  func checkWinBackOffers(of checked: Set<String>? = nil) throws(StoreError) {
    var plans: [WinBackOfferID: Product] = [:]
    for product in products {
      for id in product.winBackOfferIDs {
        guard let first = plans[id] else {
          plans[id] = product
          continue
        }
        guard checked?.contains(first.id) ?? true else { continue }
        throw .invalidCatalogue(
          reason:
            "the plans \(first.named) and \(product.named) of one group both have the win-back offer "
            + "'\(id.id)': give each offer its own ID")
      }
    }
  }
}

extension Catalogue.Product {
  /// The quoted ID; a plan that is not for sale may be missing from the file, so it says so.
  fileprivate var named: String { isForSale ? "'\(id)'" : "'\(id)' (not for sale)" }

  fileprivate var winBackOfferIDs: [WinBackOfferID] {
    guard let subscription else { return [] }
    return subscription.winBackOffers.compactMap(\.id).map {
      WinBackOfferID(groupID: subscription.groupID, id: $0)
    }
  }
}

extension [StoreProduct] {
  /// Removes the win-back offers whose ID an earlier plan of their group has.
  mutating func keepFirstWinBackOffers() {
    var known: Set<WinBackOfferID> = []
    for index in indices {
      guard let groupID = self[index].subscription?.groupID else { continue }
      self[index].subscription?.winBackOffers.removeAll { offer in
        offer.id.map { !known.insert(WinBackOfferID(groupID: groupID, id: $0)).inserted } ?? false
      }
    }
  }
}

/// The ID of a win-back offer, and the group in which it stands for one offer.
private struct WinBackOfferID: Hashable {
  let groupID: String
  let id: String
}
