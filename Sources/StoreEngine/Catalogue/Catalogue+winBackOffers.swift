import StoreAPI

// A customer's eligible win-back offers are listed by ID only, so an ID stands for one offer of a
// group. Source: "Set up win-back offers" in App Store Connect Help.
extension Catalogue {
  /// Checks that no two plans of a group have a win-back offer with the same ID.
  ///
  /// A new store and an import check it. A store of an earlier version may have such offers.
  ///
  /// - Throws: ``StoreAPI/StoreFault/invalidCatalogue(_:)`` for the first such offer, with both plans.
  func checkWinBackOffers() throws(StoreFault) {
    var plans: [WinBackOfferID: String] = [:]
    for product in products {
      for id in product.winBackOfferIDs {
        guard let first = plans.updateValue(product.id, forKey: id) else { continue }
        throw .invalidCatalogue(
          "the win-back offer '\(id.id)' is in the plans '\(first)' and '\(product.id)' of one group: "
            + "give each offer its own ID")
      }
    }
  }
}

extension Catalogue.Product {
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
