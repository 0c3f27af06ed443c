package import Foundation

/// How the shop shows what it sells: the app's own part of the catalogue file.
///
/// It stands under the file's key `presentation`, beside what the store reads, and never passes
/// through the store. It is decoration: whatever is missing or wrong in it has a default.
package struct Presentation: Equatable, Sendable {
  /// The IDs of everything in the file, in its order: what the app asks the store for.
  package var productIDs: [String]
  package var sections: Sections
  /// By product ID; what is not here is shown plainly.
  package var products: [String: ProductPresentation]
  /// Whether emoji stand in the place of pictures.
  ///
  /// Terminals differ about the width of some.
  package var usesEmoji = false

  package init(
    productIDs: [String] = [], sections: Sections = Sections(),
    products: [String: ProductPresentation] = [:]
  ) {
    self.productIDs = productIDs
    self.sections = sections
    self.products = products
  }

  /// How to show the product with this ID, plainly if the file does not say.
  package subscript(_ id: String) -> ProductPresentation {
    products[id] ?? ProductPresentation()
  }
}

extension Presentation {
  /// The product's emoji and a space, where emoji are asked for; else nothing.
  func sign(of id: String) -> String {
    guard usesEmoji, let emoji = self[id].emoji else { return "" }
    return emoji + " "
  }

  /// The product's name, behind its emoji where emoji are asked for.
  func title(of product: ProductRow) -> String { sign(of: product.id) + product.displayName }

  /// The rows that show the product: its picture, or its emoji alone; empty without either.
  func picture(of id: String) -> [String] {
    usesEmoji ? self[id].emoji.map { [$0] } ?? [] : self[id].picture
  }
}

/// How the shop shows one product.
package struct ProductPresentation: Equatable, Sendable {
  /// One symbol; shown instead of the picture where emoji are asked for.
  package var emoji: String?
  /// Rows of equal length in characters of one cell each, at most 30 × 7; empty without a picture.
  package var picture: [String]
  /// How long a non-renewing subscription serves after its purchase.
  package var duration: DateComponents

  package init(
    emoji: String? = nil, picture: [String] = [], duration: DateComponents = DateComponents(year: 1)
  ) {
    self.emoji = emoji
    self.picture = picture
    self.duration = duration
  }
}

/// The titles of the shop's sections, one for each type of product.
package struct Sections: Equatable, Sendable {
  package var nonConsumable: String
  package var autoRenewable: String
  package var nonRenewable: String
  package var consumable: String

  package init(
    nonConsumable: String = "One-Time Purchases",
    autoRenewable: String = "Auto-Renewable Subscriptions",
    nonRenewable: String = "Non-Renewing Subscriptions", consumable: String = "Consumables"
  ) {
    self.nonConsumable = nonConsumable
    self.autoRenewable = autoRenewable
    self.nonRenewable = nonRenewable
    self.consumable = consumable
  }
}
