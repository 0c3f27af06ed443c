package import Foundation

extension Presentation {
  /// Reads the presentation in a catalogue file, with defaults for what is missing or unusable.
  ///
  /// Bytes that are no catalogue at all give an empty presentation: the store is the one to refuse
  /// them, with a reason.
  package static func read(_ data: Data) -> Presentation {
    guard data.count <= sizeLimit,
      let file = try? JSONDecoder().decode(PresentationFile.self, from: data)
    else { return Presentation() }
    return Presentation(
      productIDs: file.productIDs,
      sections: file.looks?.sections ?? Sections(),
      products: file.looks?.products ?? [:])
  }

  /// The store takes no larger catalogue: 4 MiB.
  private static let sizeLimit = 4 * 1024 * 1024
}

/// A value that is `nil` where another kind of value stands, instead of an error for all.
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
  let productIDs: [String]
  let looks: Looks?

  private enum Key: CodingKey {
    case products, nonRenewingSubscriptions, subscriptionGroups, presentation
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    let groups = file.list(Group.self, .subscriptionGroups)
    productIDs =
      file.list(Product.self, .products).map(\.productID)
      + file.list(Product.self, .nonRenewingSubscriptions).map(\.productID)
      + groups.flatMap(\.productIDs)
    looks = file.lenient(Looks.self, .presentation)
  }

  struct Product: Decodable {
    let productID: String
  }

  struct Group: Decodable {
    let productIDs: [String]

    private enum Key: CodingKey { case subscriptions }

    init(from decoder: any Decoder) throws {
      let group = try decoder.container(keyedBy: Key.self)
      productIDs = group.list(Product.self, .subscriptions).map(\.productID)
    }
  }
}

/// The file's `presentation`.
private struct Looks: Decodable {
  let sections: Sections
  let products: [String: ProductPresentation]

  private enum Key: CodingKey { case sections, products }

  init(from decoder: any Decoder) throws {
    let looks = try decoder.container(keyedBy: Key.self)
    sections = Sections(titles: looks.lenient([String: Lenient<String>].self, .sections) ?? [:])
    let products = looks.lenient([String: Lenient<ProductLook>].self, .products) ?? [:]
    self.products = products.compactMapValues { $0.value?.presentation }
  }
}

/// One of the `products` of the file's `presentation`.
private struct ProductLook: Decodable {
  let presentation: ProductPresentation

  private enum Key: CodingKey { case emoji, picture, duration }

  init(from decoder: any Decoder) throws {
    let look = try decoder.container(keyedBy: Key.self)
    let standard = ProductPresentation()
    presentation = ProductPresentation(
      emoji: look.lenient(String.self, .emoji).flatMap(Picture.symbol),
      picture: look.lenient([String].self, .picture).flatMap(Picture.rows) ?? [],
      duration: look.lenient(String.self, .duration).flatMap(DateComponents.init(iso8601:))
        ?? standard.duration)
  }
}

extension Sections {
  fileprivate init(titles: [String: Lenient<String>]) {
    func title(_ key: String) -> String? {
      titles[key]?.value.flatMap { $0.isEmpty || !Picture.isPrintable($0) ? nil : $0 }
    }
    let standard = Sections()
    self.init(
      nonConsumable: title("nonConsumable") ?? standard.nonConsumable,
      autoRenewable: title("autoRenewable") ?? standard.autoRenewable,
      nonRenewable: title("nonRenewable") ?? standard.nonRenewable,
      consumable: title("consumable") ?? standard.consumable)
  }
}
