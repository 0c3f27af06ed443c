package import Foundation

/// How the shop shows what it sells: the app's own part of the catalogue file.
///
/// It stands under the file's key `presentation`, beside what the store reads, and never passes
/// through the store. It is decoration: whatever is missing or wrong in it has a default.
package struct Presentation: Equatable, Sendable {
  /// The IDs of everything in the file, in its order: what the app asks the store for.
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
  /// By product ID; what is not here is shown plainly.
  package internal(set) var products: [String: ProductPresentation] = [:]
  /// Whether emoji are shown in place of pictures.
  ///
  /// Terminals differ about the width of some.
  package var usesEmoji = false

  /// How to show the product with this ID, plainly if the file does not say.
  package subscript(_ id: String) -> ProductPresentation {
    products[id] ?? ProductPresentation()
  }
}

extension Presentation {
  /// The product's emoji and a space if emoji are asked for, else nothing.
  func sign(of id: String) -> String {
    guard usesEmoji, let emoji = self[id].emoji else { return "" }
    return emoji + " "
  }

  /// The product's name, after its emoji if emoji are asked for.
  func title(of product: ProductRow) -> String { sign(of: product.id) + product.displayName }

  /// The rows that show the shop: its picture, or its emoji alone; empty without either.
  var hero: [String] { usesEmoji ? texts[optional: .emoji].map { [$0] } ?? [] : picture }

  /// The rows that show the product: its picture, or its emoji alone; empty without either.
  func picture(of id: String) -> [String] {
    usesEmoji ? self[id].emoji.map { [$0] } ?? [] : self[id].picture
  }
}

/// How the shop shows one product.
package struct ProductPresentation: Equatable, Sendable {
  /// One symbol; shown instead of the picture if emoji are asked for.
  package internal(set) var emoji: String?
  /// Rows of equal length in characters of one cell each, at most 30 × 7; empty without a picture.
  package internal(set) var picture: [String] = []
  /// How long a non-renewing subscription gives service after its purchase.
  package internal(set) var duration = DateComponents(year: 1)
}

/// The titles of the shop's sections, one for each type of product.
package struct Sections: Equatable, Sendable {
  package internal(set) var nonConsumable = "One-Time Purchases"
  package internal(set) var autoRenewable = "Subscriptions"
  package internal(set) var nonRenewable = "Passes"
  package internal(set) var consumable = "Consumables"
}
