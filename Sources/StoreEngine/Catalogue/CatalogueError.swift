import StoreAPI

/// The reason why a file cannot be read as a catalogue: the file, the place in it, and the problem
/// there.
package struct CatalogueError: Error, Hashable, Sendable {
  /// The name of the file, as given to ``Catalogue/read(_:file:)``.
  package var file: String
  /// The path of the value, such as `subscriptionGroups[0].subscriptions[1].productID`.
  ///
  /// Empty if the problem is the file as a whole.
  package var place: String
  package var problem: Problem

  /// A problem of a file or of a value in it.
  package enum Problem: Hashable, Sendable {
    case tooLarge(bytes: Int)
    /// The parser's message, with line and column if it knows them.
    case notJSON(String)
    case missing
    case empty
    /// A name with a control character, which a terminal could take for a command.
    case controlCharacter
    /// A JSON value of another kind is needed, such as "a list".
    case wrongKind(needed: String)
    /// The decoder's message about a value that it cannot represent.
    case unreadable(String)
    case notAPrice(String)
    case negativePrice(String)
    case unknownPeriod(String)
    case unknownType(String)
    case unknownPaymentMode(String)
    case unknownStorefront(String)
    case unknownTimeRate(Int)
    case outOfRange(Int, allowed: ClosedRange<Int>)
    /// A minimum that is higher than the maximum, which another key of the object has.
    case aboveMaximum(Int, Int, key: String)
    /// The offer's periods together are longer than a period may be.
    case offerTooLong(periods: Int, of: String)
    /// An ID that is already used at the path `first`.
    case repeated(String, first: String)
    /// An auto-renewable subscription outside a group.
    case outsideGroup(String)
    /// A product in a group that is not an auto-renewable subscription.
    case insideGroup(String)
    /// A subscription that names a group other than the one that lists it.
    case otherGroup(String, listedIn: String)
  }
}

extension CatalogueError: CustomStringConvertible {
  package var description: String {
    "\(file): \(place.isEmpty ? "" : "\(place) ")\(problem.sentence)"
  }
}

extension CatalogueError.Problem {
  /// Whether a duration cannot be read.
  package var isDuration: Bool {
    if case .unknownPeriod = self { true } else { false }
  }

  /// The problem and, after a colon, the remedy.
  fileprivate var sentence: String {
    switch self {
    case .tooLarge(let bytes):
      "is \(bytes) bytes long: the limit for a catalogue is \(Catalogue.sizeLimit) bytes"
    case .notJSON(let reason):
      "is not JSON (\(reason)): choose a StoreKit configuration file"
    case .missing:
      "is missing: add it"
    case .empty:
      "is empty: fill it in"
    case .controlCharacter:
      "has a control character: remove it"
    case .wrongKind(let needed):
      "has the wrong kind of value: it must be \(needed)"
    case .unreadable(let reason):
      "cannot be read (\(reason)): write it as Xcode does"
    case .notAPrice(let text):
      "is \(quoted(text)), which is not a price: write digits and a decimal point, such as \"0.99\""
    case .negativePrice(let text):
      "is \(quoted(text)), which is negative: a price must be \"0\" or more"
    case .unknownPeriod(let text):
      "is \(quoted(text)), which is not a period: write one such as \"P1W\", \"P1M\" or \"P1Y\""
    case .unknownType(let text):
      "is \(quoted(text)), which is not a product type: use \(list(ConfigurationType.names))"
    case .unknownPaymentMode(let text):
      "is \(quoted(text)), which is not a payment mode: use \(list(ConfigurationPaymentMode.names))"
    case .unknownStorefront(let text):
      "is \(quoted(text)), which is not a storefront of this store: use "
        + list(StorefrontList.all.map(\.countryCode))
    case .unknownTimeRate(let rate):
      "is \(rate), which is not a time rate: use 0 for real time, or one of "
        + list(ConfigurationTimeRate.accelerated.map(String.init))
    case .outOfRange(let number, let allowed):
      "is \(number): it must be \(allowed.lowerBound) to \(allowed.upperBound)"
    case .aboveMaximum(let minimum, let maximum, let key):
      "is \(minimum), but \(key) is \(maximum), so no customer could use the offer: it must be at "
        + "most \(maximum)"
    case .offerTooLong(let periods, let period):
      "is \(periods), which makes the offer \(periods) × \(period) long: choose fewer periods"
    case .repeated(let id, let first):
      "is \(quoted(id)), but \(first) already has this ID: give each its own ID"
    case .outsideGroup(let id):
      "makes \(quoted(id)) an auto-renewable subscription, but it is not in a group: "
        + "move it to the subscriptions of one of subscriptionGroups"
    case .insideGroup(let id):
      "of \(quoted(id)) is not RecurringSubscription, but it is in a subscription group: "
        + "move it to products or nonRenewingSubscriptions"
    case .otherGroup(let named, let group):
      "is \(quoted(named)), but the subscription is in group \(quoted(group)): "
        + "make them the same"
    }
  }

  /// Returns at most 60 characters of a text from the file, with control characters escaped.
  private func quoted(_ text: String) -> String {
    text.count > 60 ? String(reflecting: text.prefix(60) + "…") : String(reflecting: text)
  }

  private func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
