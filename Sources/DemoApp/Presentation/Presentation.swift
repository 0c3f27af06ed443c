package import Foundation
import TerminalUI

/// The presentation of the shop and its products: the app's own part of the catalogue file.
///
/// It is under the file's key `presentation`, beside the store's part, and never passes through the
/// store. It is decoration: a missing or invalid value has a default.
package struct Presentation: Equatable, Sendable {
  /// The product IDs that the app asks the store for: all of the file, in its order.
  package internal(set) var productIDs: [String] = []
  /// Whether the app shows everything that the store sells, because no file lists its products.
  ///
  /// In that case ``productIDs`` is used for a store that does not say what it sells.
  package var showsAllForSale = false
  /// The names of these products in the file, for those that the store no longer sells.
  package internal(set) var names: [String: String] = [:]
  package internal(set) var sections = Sections()
  package internal(set) var texts = Texts()
  /// Rows of equal length that show the shop itself, at most 40 × 7; empty without a picture.
  package internal(set) var picture: [String] = []
  /// By product ID; a product without an entry is shown plainly.
  package internal(set) var products: [String: ProductPresentation] = [:]
  /// Whether emoji are shown instead of pictures.
  ///
  /// Terminals disagree about the width of some emoji.
  package var usesEmoji = false

  /// The presentation of the product with this ID; plain if the file has none.
  package subscript(_ id: String) -> ProductPresentation {
    products[id] ?? ProductPresentation()
  }
}

extension Presentation {
  /// The product's emoji and a space if emoji are on; otherwise empty.
  ///
  /// It is three columns wide, so that names begin in one column.
  func sign(of id: String) -> String {
    guard usesEmoji, let emoji = self[id].emoji else { return "" }
    return emoji.padded(to: 2) + " "
  }

  /// The product's name, after its emoji if emoji are on.
  func title(of product: ProductRow) -> String { sign(of: product.id) + product.displayName }

  /// The rows that show the shop: its picture, or its emoji alone; empty without either.
  var hero: [String] { usesEmoji ? texts[optional: .emoji].map { [$0] } ?? [] : picture }

  /// The rows that show the product: its picture, or its emoji alone; empty without either.
  func picture(of id: String) -> [String] {
    usesEmoji ? self[id].emoji.map { [$0] } ?? [] : self[id].picture
  }

  /// The features of a product, in the file's order; empty if the file names none.
  package func features(of id: String) -> [String] { self[id].features }
}

/// The presentation of one product.
package struct ProductPresentation: Equatable, Sendable {
  /// One symbol; shown instead of the picture if emoji are on.
  package internal(set) var emoji: String?
  /// Rows of equal length in characters of one cell each, at most 30 × 7; empty without a picture.
  package internal(set) var picture: [String] = []
  /// The product's features, in a few words each; empty if the file names none.
  package internal(set) var features: [String] = []
  /// The time for which a non-renewing subscription gives access after its purchase.
  package internal(set) var duration = DateComponents(year: 1)
}

/// The titles of the shop's sections, one for each type of product.
package struct Sections: Equatable, Sendable {
  package internal(set) var nonConsumable = "One-Time Purchases"
  package internal(set) var autoRenewable = "Subscriptions"
  package internal(set) var nonRenewable = "Passes"
  package internal(set) var consumable = "Consumables"
}
