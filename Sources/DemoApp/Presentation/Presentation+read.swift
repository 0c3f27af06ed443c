package import Foundation

extension Presentation {
  /// Reads the presentation in a catalogue file, with defaults for what is missing or unusable.
  ///
  /// Bytes that are not a catalogue give an empty presentation: the store refuses them, with a
  /// reason.
  package static func read(_ data: Data) -> Presentation {
    guard data.count <= sizeLimit,
      let file = try? JSONDecoder().decode(PresentationFile.self, from: data)
    else { return Presentation() }
    return file.presentation
  }

  /// The store takes no larger catalogue: 4 MiB.
  private static let sizeLimit = 4 * 1024 * 1024
}

/// A value, or `nil` instead of an error if it has another type.
private struct Lenient<Value: Decodable>: Decodable {
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
}

/// A catalogue file as the app reads it: which products, and how they look.
private struct PresentationFile: Decodable {
  let presentation: Presentation

  private enum Key: CodingKey {
    case products, nonRenewingSubscriptions, subscriptionGroups, presentation, sections
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
      sections: looks?.lenient(Sections.self, .sections) ?? Sections(),
      products: look.compactMapValues(\.value))
  }

  struct Product: Decodable {
    let productID: String
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
  private enum Key: CodingKey { case emoji, picture, duration }

  package init(from decoder: any Decoder) throws {
    let look = try decoder.container(keyedBy: Key.self)
    self.init()
    emoji = look.lenient(String.self, .emoji).flatMap(Picture.symbol)
    picture = look.lenient([String].self, .picture).flatMap(Picture.rows) ?? picture
    duration =
      look.lenient(String.self, .duration).flatMap(DateComponents.init(iso8601:)) ?? duration
  }
}

extension Sections: Decodable {
  private enum Key: CodingKey { case nonConsumable, autoRenewable, nonRenewable, consumable }

  package init(from decoder: any Decoder) throws {
    let titles = try decoder.container(keyedBy: Key.self)
    func title(_ key: Key) -> String? {
      titles.lenient(String.self, key).flatMap { text in
        text.isEmpty || !Picture.isPrintable(text) ? nil : text
      }
    }
    self.init()
    nonConsumable = title(.nonConsumable) ?? nonConsumable
    autoRenewable = title(.autoRenewable) ?? autoRenewable
    nonRenewable = title(.nonRenewable) ?? nonRenewable
    consumable = title(.consumable) ?? consumable
  }
}
