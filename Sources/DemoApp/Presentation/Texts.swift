/// The texts of a shop that depend on its products.
///
/// A catalogue file has them under `presentation`, key `texts`. The defaults fit any shop.
package struct Texts: Equatable, Sendable {
  package enum Key: String, CaseIterable, Sendable {
    /// The shop's short name, on the first line during the launch; empty without one.
    case name
    /// The shop's name above its picture; empty without one.
    case title
    /// A few emoji instead of the shop's picture; empty without them.
    case emoji
    case launching
    /// The place that shows the customer's purchases.
    case home
    case oneTimePurchases, noOneTimePurchases
    /// The heading of plans and passes.
    case services
    /// A sentence about where a one-time purchase can be found; empty without one.
    case delivery
    case consumption
    /// The action of key f, after "press f".
    case refill
    /// The store for consumables: the name of its key, its title, its first line.
    case refillKey, refillTitle, refillInvitation
    case emptyStock
    /// After the number of units bought.
    case refilled
    /// The action of a one-time purchase with consumables; empty without one.
    case drive
  }

  private var words: [Key: String] = [:]

  package init() {}

  /// - Parameter words: By the names of the keys; unknown names are left out.
  init(_ words: [String: String]) {
    for (name, word) in words {
      if let key = Key(rawValue: name) { self.words[key] = word }
    }
  }

  /// The shop's words, or those of any shop; `nil` for what only some shops have.
  subscript(optional key: Key) -> String? { words[key] ?? Self.general[key] }

  subscript(key: Key) -> String { self[optional: key] ?? "" }

  private static let general: [Key: String] = [
    .launching: "Getting your purchases ready.", .home: "My Purchases",
    .oneTimePurchases: "My One-Time Purchases",
    .noOneTimePurchases: "You don't own any one-time purchases.",
    .services: "My Subscriptions", .consumption: "Used up as you go.", .refill: "to buy more",
    .refillKey: "buy more", .refillTitle: "Buy more", .refillInvitation: "Buy one more",
    .emptyStock: "none left", .refilled: "added",
  ]
}
