package import OpenStoreKit

// The parts of the shop that the App Store's sheets show.
extension Presentation {
  /// The shop's name; `nil` if the catalogue file has none.
  package var appName: String? { texts[optional: .name] }

  /// The rows of a product's picture, equally wide; empty if the file has none.
  package func sheetPicture(of product: Product) -> [String] { picture(of: product.id) }

  /// The sentence about units that the customer has just bought, such as "Race Car is in your garage".
  package func delivery(of product: Product, quantity: Int) -> String {
    let name = product.displayName
    switch product.type {
    case .consumable: return "\(name): \(quantity) \(texts[.refilled])."
    case .nonConsumable: return place(of: name) ?? "\(name) is ready."
    default: return "\(name) begins now."
    }
  }

  /// The sentence about the place of a one-time purchase, with the product's name for "It".
  private func place(of name: String) -> String? {
    guard let sentence = texts[optional: .delivery] else { return nil }
    let pronoun = "It "
    guard sentence.hasPrefix(pronoun) else { return "\(name). \(sentence)" }
    return "\(name) \(sentence.dropFirst(pronoun.count))"
  }
}
