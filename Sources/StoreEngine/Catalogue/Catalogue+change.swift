import AppStorePayloads
import Foundation
import StoreAPI

extension Catalogue {
  /// The highest price that a file can have.
  static let highestPrice = Decimal(999_999_999)

  /// Returns the catalogue with another price of a product.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownProduct(productID:)`` if the catalogue has no such product, and
  ///   ``StoreAPI/StoreError/invalidPrice(price:currency:)`` if the price is negative, too high, or has
  ///   more digits than the currency.
  func pricing(
    _ id: String, at price: Decimal, in currency: String
  ) throws(StoreError) -> Catalogue {
    guard (0...Self.highestPrice).contains(price), price == price.rounded(to: currency) else {
      throw .invalidPrice(price: price, currency: currency)
    }
    return try changing(id) { $0.price = price }
  }

  /// Returns the catalogue in which a product is for sale or not.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownProduct(productID:)`` if the catalogue has no such product.
  func selling(_ id: String, _ isForSale: Bool) throws(StoreError) -> Catalogue {
    try changing(id) { $0.isForSale = isForSale }
  }

  private func changing(
    _ id: String, _ edit: (inout Product) -> Void
  ) throws(StoreError) -> Catalogue {
    guard let index = products.firstIndex(where: { $0.id == id }) else {
      throw .unknownProduct(productID: id)
    }
    var changed = self
    edit(&changed.products[index])
    return changed
  }

  /// Returns the catalogue of another file, and with it what is gone: customers may own it, but it is
  /// not for sale.
  ///
  /// The settings stay.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidCatalogue(reason:)`` if a product gets another type,
  ///   moves to another group, gets another period or stops being family shareable, because customers may own what it was before;
  ///   and if a win-back offer of the file has the ID of another plan's, also of one that is gone.
  func replaced(by file: Catalogue) throws(StoreError) -> Catalogue {
    let present = productsByID
    for product in file.products { try present[product.id]?.checkMayBecome(product) }
    let kept = Set(file.products.map(\.id))
    let gone = products.filter { !kept.contains($0.id) }.map { product in
      var product = product
      product.isForSale = false
      return product
    }
    let known = Set(file.groups.map(\.id))
    let used = Set(gone.compactMap(\.subscription?.groupID)).subtracting(known)
    let replaced = Catalogue(
      products: file.products + gone, groups: file.groups + groups.filter { used.contains($0.id) },
      settings: settings)
    try replaced.checkWinBackOffers(of: kept)
    return replaced
  }
}

extension Catalogue.Product {
  fileprivate func checkMayBecome(_ new: Catalogue.Product) throws(StoreError) {
    guard new.type == type else {
      throw .invalidCatalogue(
        reason:
          "the product '\(id)' is a \(type.rawValue) and cannot become a \(new.type.rawValue), "
          + "because customers may own it: give the new product another ID")
    }
    guard new.subscription?.groupID == subscription?.groupID else {
      throw .invalidCatalogue(
        reason:
          "the subscription '\(id)' is in the group '\(subscription?.groupID ?? "")' and cannot move "
          + "to '\(new.subscription?.groupID ?? "")', because customers may be subscribed to it: "
          + "give the new one another ID")
    }
    guard new.isFamilyShareable || !isFamilyShareable else {
      throw .invalidCatalogue(
        reason:
          "the product '\(id)' is family shareable and must stay so, because families may share it: leave "
          + "\"familyShareable\" true, or give the new product another ID")
    }
    guard new.subscription?.period == subscription?.period else {
      throw .invalidCatalogue(
        reason:
          "the subscription '\(id)' lasts \(subscription?.period.description ?? "") and cannot last "
          + "\(new.subscription?.period.description ?? ""), because customers may be subscribed to "
          + "it: give the new one another ID")
    }
  }
}
