import StoreAPI

/// Why a file is no catalogue: the file, the place in it, and what is wrong there.
package struct CatalogueFault: Error, Hashable, Sendable {
  /// The file as its reader named it.
  package var file: String
  /// The way to the value, such as `subscriptionGroups[0].subscriptions[1].productID`; empty for
  /// the file as a whole.
  package var place: String
  package var problem: Problem

  package init(file: String, place: String, problem: Problem) {
    self.file = file
    self.place = place
    self.problem = problem
  }

  /// What can be wrong with a file or a value in it.
  package enum Problem: Hashable, Sendable {
    case tooLarge(bytes: Int)
    /// The parser's words, with line and column where it knows them.
    case notJSON(String)
    case missing
    case empty
    /// A name that a terminal could take for a command.
    case controlCharacter
    /// Another kind of JSON value is needed, such as "a list".
    case wrongKind(needed: String)
    /// The decoder's words for a value that it cannot represent.
    case unreadable(String)
    case notAPrice(String)
    case negativePrice(String)
    case unknownPeriod(String)
    case unknownType(String)
    case unknownPaymentMode(String)
    case unknownStorefront(String)
    case unknownTimeRate(Int)
    case outOfRange(Int, allowed: ClosedRange<Int>)
    /// The offer's periods together are longer than any period may be.
    case offerTooLong(periods: Int, of: String)
    /// The same ID stands at `first` already.
    case repeated(String, first: String)
    /// An auto-renewable subscription outside all groups.
    case outsideGroup(String)
    /// Something else than an auto-renewable subscription inside a group.
    case insideGroup(String)
    /// The subscription names another group than the one that it stands in.
    case otherGroup(String, standsIn: String)
  }
}

extension CatalogueFault: CustomStringConvertible {
  package var description: String {
    "\(file): \(place.isEmpty ? "" : "\(place) ")\(problem.sentence)"
  }
}

extension CatalogueFault.Problem {
  /// What is wrong and, after a colon, what to do.
  fileprivate var sentence: String {
    switch self {
    case .tooLarge(let bytes):
      "is \(bytes) bytes long: a catalogue may have \(Catalogue.sizeLimit) bytes at most"
    case .notJSON(let reason):
      "is not JSON (\(reason)): choose a StoreKit configuration file"
    case .missing:
      "is missing: add it"
    case .empty:
      "is empty: fill it in"
    case .controlCharacter:
      "has a control character in it: take it out"
    case .wrongKind(let needed):
      "has the wrong kind of value: it must be \(needed)"
    case .unreadable(let reason):
      "cannot be read (\(reason)): write it as Xcode does"
    case .notAPrice(let text):
      "is \(quoted(text)), which is no price: write digits and a point, such as \"0.99\""
    case .negativePrice(let text):
      "is \(quoted(text)), which is less than nothing: a price is \"0\" or more"
    case .unknownPeriod(let text):
      "is \(quoted(text)), which is no period: write one such as \"P1W\", \"P1M\" or \"P1Y\""
    case .unknownType(let text):
      "is \(quoted(text)), which is no type of product: use \(list(ConfigurationType.names))"
    case .unknownPaymentMode(let text):
      "is \(quoted(text)), which is no payment mode: use \(list(ConfigurationPaymentMode.names))"
    case .unknownStorefront(let text):
      "is \(quoted(text)), which is no storefront of this store: use "
        + list(Storefronts.all.map(\.countryCode))
    case .unknownTimeRate(let rate):
      "is \(rate), which is no time rate: use 0 for real time, or one of "
        + list(ConfigurationTimeRate.accelerated.map(String.init))
    case .outOfRange(let number, let allowed):
      "is \(number): it must be \(allowed.lowerBound) to \(allowed.upperBound)"
    case .offerTooLong(let periods, let period):
      "is \(periods), which makes an offer of \(periods) × \(period): choose fewer"
    case .repeated(let id, let first):
      "is \(quoted(id)), as \(first) is already: give each its own"
    case .outsideGroup(let id):
      "makes \(quoted(id)) an auto-renewable subscription in no group: "
        + "move it to the subscriptions of one of subscriptionGroups"
    case .insideGroup(let id):
      "makes \(quoted(id)) no auto-renewable subscription: "
        + "a group has such only, so move it to products or nonRenewingSubscriptions"
    case .otherGroup(let named, let group):
      "is \(quoted(named)), but the subscription stands in group \(quoted(group)): "
        + "make them the same"
    }
  }

  /// Short, and with control characters escaped: the text comes from outside.
  private func quoted(_ text: String) -> String {
    text.count > 60 ? String(reflecting: text.prefix(60) + "…") : String(reflecting: text)
  }

  private func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
