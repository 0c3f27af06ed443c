package import Foundation
import OpenStoreKit

extension Presentation {
  /// Reads the presentation in a catalogue file; missing and unusable values have defaults.
  ///
  /// ``checkDurations(in:)`` refuses durations that cannot be read.
  ///
  /// Bytes that are not a catalogue give an empty presentation: the store refuses them, with a
  /// reason.
  package static func read(_ data: Data) -> Presentation {
    guard data.count <= sizeLimit,
      let file = FileJSON.decodeTexts(PresentationFile.self, from: data)
    else { return Presentation() }
    return file.presentation
  }

  /// The largest catalogue that the store accepts: 4 MiB.
  private static let sizeLimit = 4 * 1024 * 1024
}

/// A value, or `nil` instead of an error if it has another type.
struct Lenient<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) {
    value = try? Value(from: decoder)
  }
}

extension KeyedDecodingContainer {
  fileprivate func lenient<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    (try? decodeIfPresent(Lenient<Value>.self, forKey: key))?.value
  }

  fileprivate func list<Element: Decodable>(_ type: Element.Type, _ key: Key) -> [Element] {
    (lenient([Lenient<Element>].self, key) ?? []).compactMap(\.value)
  }

  /// The texts in their order, without those that are empty or could change the screen.
  fileprivate func words(_ key: Key) -> [String] {
    list(String.self, key).filter { Picture.isPrintable($0) && !$0.isEmpty }
  }

  /// The texts by their names, without those that are empty or could change the screen.
  fileprivate func texts(_ key: Key) -> [String: String] {
    (lenient([String: Lenient<String>].self, key) ?? [:]).compactMapValues(\.value)
      .filter { Picture.isPrintable($0.value) && !$0.value.isEmpty }
  }
}

/// A catalogue file as the app reads it: the products and their presentation.
private struct PresentationFile: Decodable {
  let presentation: Presentation

  private enum Key: CodingKey {
    case products, nonRenewingSubscriptions, subscriptionGroups, presentation, sections, texts
    case picture
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    let products =
      file.list(Product.self, .products) + file.list(Product.self, .nonRenewingSubscriptions)
      + file.list(Group.self, .subscriptionGroups).flatMap(\.subscriptions)
    let looks = try? file.nestedContainer(keyedBy: Key.self, forKey: .presentation)
    let look = looks?.lenient([String: Lenient<ProductPresentation>].self, .products) ?? [:]
    presentation = Presentation(
      productIDs: products.map(\.productID),
      names: products.reduce(into: [:]) { $0[$1.productID] = $1.name },
      sections: Sections(looks?.texts(.sections) ?? [:]), texts: Texts(looks?.texts(.texts) ?? [:]),
      picture: looks?.lenient([String].self, .picture)
        .flatMap { Picture.rows($0, columns: Picture.heroColumns) } ?? [],
      products: look.compactMapValues(\.value))
  }

  struct Product: Decodable {
    let productID: String
    /// The name in the file's first language; `nil` if it could change the screen.
    let name: String?

    private enum Key: CodingKey { case productID, localizations }

    init(from decoder: any Decoder) throws {
      let product = try decoder.container(keyedBy: Key.self)
      productID = try product.decode(String.self, forKey: .productID)
      name = product.list(Localization.self, .localizations).first.map(\.displayName)
        .flatMap { Picture.isPrintable($0) && !$0.isEmpty ? $0 : nil }
    }
  }

  struct Localization: Decodable {
    let displayName: String
  }

  struct Group: Decodable {
    let subscriptions: [Product]

    private enum Key: CodingKey { case subscriptions }

    init(from decoder: any Decoder) throws {
      subscriptions = try decoder.container(keyedBy: Key.self).list(Product.self, .subscriptions)
    }
  }
}

extension ProductPresentation: Decodable {
  private enum Key: CodingKey { case emoji, picture, features, duration }

  package init(from decoder: any Decoder) throws {
    let look = try decoder.container(keyedBy: Key.self)
    self.init()
    emoji = look.lenient(String.self, .emoji).flatMap(Picture.symbol)
    picture = look.lenient([String].self, .picture).flatMap { Picture.rows($0) } ?? picture
    features = look.words(.features)
    duration =
      look.lenient(String.self, .duration).flatMap(DateComponents.init(duration:)) ?? duration
  }
}

extension Sections {
  fileprivate init(_ titles: [String: String]) {
    self.init()
    nonConsumable = titles["nonConsumable"] ?? nonConsumable
    autoRenewable = titles["autoRenewable"] ?? autoRenewable
    nonRenewable = titles["nonRenewable"] ?? nonRenewable
    consumable = titles["consumable"] ?? consumable
  }
}
