package import OpenStoreKit

/// The app that sells, as its sheets show it.
package struct SheetApp: Sendable {
  /// The app's name; `nil` if it has none.
  package let name: String?
  /// The rows of a product's picture, equally wide; empty if the app has none.
  let picture: @Sendable (Product) -> [String]
  private let delivery: @Sendable (Product, Int) -> String?

  /// - Parameters:
  ///   - name: The app's name; `nil` if it has none.
  ///   - picture: Returns the rows of a product's picture, equally wide; empty if the app has none.
  ///   - delivery: Returns a sentence about a number of units of a product that were bought, such as "Race
  ///     Car is in your garage."; `nil` for the general one.
  package init(
    name: String? = nil, picture: @escaping @Sendable (Product) -> [String] = { _ in [] },
    delivery: @escaping @Sendable (Product, Int) -> String? = { _, _ in nil }
  ) {
    self.name = name
    self.picture = picture
    self.delivery = delivery
  }

  /// "Yours. Race Car is in your garage."
  func confirmation(of sheet: PurchaseSheet) -> String {
    let product = sheet.product
    return "Yours. " + (delivery(product, sheet.quantity) ?? "You have \(product.displayName) now.")
  }
}
