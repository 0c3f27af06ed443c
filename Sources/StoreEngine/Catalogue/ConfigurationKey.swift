import Foundation
import StoreAPI

/// The keys that are read of a StoreKit configuration file, of all its objects.
enum ConfigurationKey: String, CodingKey {
  case products, nonRenewingSubscriptions, subscriptionGroups, settings
  case productID, internalID, referenceName, type, displayPrice, familyShareable, localizations
  case locale, displayName, description
  case id, name, subscriptions
  case subscriptionGroupID, groupNumber, recurringSubscriptionPeriod
  case introductoryOffer, introductoryOffers, adHocOffers, winbackOffers, codeOffers
  case offerID, paymentMode, subscriptionPeriod, numberOfPeriods, eligibility, isStackable
  case storefront = "_storefront"
  case settingsLocale = "_locale"
  case timeRate = "_timeRate"
}

/// One object of the file.
typealias ConfigurationObject = KeyedDecodingContainer<ConfigurationKey>

extension Decoder {
  func configurationObject() throws -> ConfigurationObject {
    try container(keyedBy: ConfigurationKey.self)
  }
}

extension KeyedDecodingContainer where Key == ConfigurationKey {
  /// A text that must be there and say something; it names things, so it is taken exactly.
  func name(_ key: Key) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard !text.isEmpty else { throw misfit(key, .empty) }
    guard !text.unicodeScalars.contains(where: \.isControl) else {
      throw misfit(key, .controlCharacter)
    }
    return text
  }

  /// A text that may be missing; people read it, so control characters become spaces.
  func text(_ key: Key, default missing: String = "") throws -> String {
    let text = try decodeIfPresent(String.self, forKey: key) ?? missing
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    let scalars = text.unicodeScalars.map { $0.isControl ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// A switch that is off unless the file says otherwise.
  func flag(_ key: Key) throws -> Bool {
    try decodeIfPresent(Bool.self, forKey: key) ?? false
  }

  /// A list that may be missing.
  func list<Element: Decodable>(_ key: Key, of type: Element.Type) throws -> [Element] {
    try decodeIfPresent([Element].self, forKey: key) ?? []
  }

  /// A count that starts at 1 and is 1 unless the file says otherwise.
  func count(_ key: Key) throws -> Int {
    let allowed = 1...10_000
    let number = try decodeIfPresent(Int.self, forKey: key) ?? 1
    guard allowed.contains(number) else {
      throw misfit(key, .outOfRange(number, allowed: allowed))
    }
    return number
  }

  /// An ISO 8601 period of one unit.
  func period(_ key: Key) throws -> Period {
    let text = try decode(String.self, forKey: key)
    guard let period = Period(text) else { throw misfit(key, .unknownPeriod(text)) }
    return period
  }

  /// An amount of money, written as text; a JSON number is taken too, because hands write it.
  func price(_ key: Key) throws -> Decimal {
    let number = try? decode(Decimal.self, forKey: key)
    let text = try number?.description ?? decode(String.self, forKey: key)
    guard let match = text.wholeMatch(of: #/(-?)[0-9]{1,9}(?:\.[0-9]{1,6})?/#),
      let amount = Decimal(string: text)
    else { throw misfit(key, .notAPrice(text)) }
    guard match.1.isEmpty else { throw misfit(key, .negativePrice(text)) }
    return amount
  }

  func misfit(_ key: Key, _ problem: CatalogueFault.Problem) -> CatalogueIssue {
    CatalogueIssue(at: codingPath + [key], problem)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal could take it for a command.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
