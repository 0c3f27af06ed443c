import AppStorePayloads
import Foundation

/// The keys that a store reads, of all objects in a StoreKit configuration file.
enum ConfigurationKey: String, CodingKey {
  case subscriptionOffersKeyPair, privateKey
  case products, nonRenewingSubscriptions, subscriptionGroups, settings
  case productID, internalID, referenceName, type, displayPrice, familyShareable, localizations
  case locale, displayName, description
  case id, name, subscriptions
  case subscriptionGroupID, groupNumber, recurringSubscriptionPeriod
  case introductoryOffer, introductoryOffers, adHocOffers, winbackOffers, codeOffers
  case offerID, paymentMode, subscriptionPeriod, numberOfPeriods, eligibility, isStackable
  case isEligible, winBackEligibility
  case minimumPaidMonths, minimumMonthsSinceEnd, maximumMonthsSinceEnd, monthsBetweenOffers
  case storefront = "_storefront"
  case settingsLocale = "_locale"
  case timeRate = "_timeRate"
  case hasGracePeriod = "_billingGracePeriodEnabled"
  case renewalsFail = "_renewalBillingIssuesEnabled"
  case asksToBuy = "_askToBuyEnabled"
  case interruptsPurchases = "_billingIssuesEnabled"
  case failsTransactions = "_failTransactionsEnabled"
  case disablesDialogs = "_disableDialogs"
  case purchaseError = "_storeKitError"
  case simulatedErrors = "_storeKitErrors"
  case isEnabled = "enabled"
  case chosenError = "current"
  case index
}

/// One object of the file.
typealias ConfigurationObject = KeyedDecodingContainer<ConfigurationKey>

extension ConfigurationObject {
  /// Decodes an identifier exactly as it is written.
  ///
  /// It must not be missing, empty or contain control characters.
  func name(_ key: Key) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard !text.isEmpty else { throw issue(key, .empty) }
    guard !text.unicodeScalars.contains(where: \.isControl) else {
      throw issue(key, .controlCharacter)
    }
    return text
  }

  /// Decodes a text for people, which may be missing; control characters become spaces.
  func text(_ key: Key, default missing: String = "") throws -> String {
    let text = try decodeIfPresent(String.self, forKey: key) ?? missing
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    let scalars = text.unicodeScalars.map { $0.isControl ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Decodes a Boolean, which is `false` if it is missing.
  func flag(_ key: Key) throws -> Bool {
    try decodeIfPresent(Bool.self, forKey: key) ?? false
  }

  /// Reads each object of a list, which is empty if it is missing.
  func list<Element>(
    _ key: Key, _ read: (ConfigurationObject) throws -> Element
  ) throws -> [Element] {
    guard try contains(key) && !decodeNil(forKey: key) else { return [] }
    var list = try nestedUnkeyedContainer(forKey: key)
    var elements: [Element] = []
    while !list.isAtEnd {
      elements.append(try read(list.nestedContainer(keyedBy: ConfigurationKey.self)))
    }
    return elements
  }

  /// Returns the object of a key, or `nil` if it is missing.
  func object(_ key: Key) throws -> ConfigurationObject? {
    guard try contains(key) && !decodeNil(forKey: key) else { return nil }
    return try nestedContainer(keyedBy: ConfigurationKey.self, forKey: key)
  }

  /// Decodes a number from 1 to 10 000, which is 1 if it is missing.
  func count(_ key: Key) throws -> Int {
    try countIfPresent(key, from: 1) ?? 1
  }

  /// Decodes a number from `lowest` to 10 000; `nil` if it is missing or `null`.
  func countIfPresent(_ key: Key, from lowest: Int) throws -> Int? {
    guard let number = try decodeIfPresent(Int.self, forKey: key) else { return nil }
    let allowed = lowest...10_000
    guard allowed.contains(number) else {
      throw issue(key, .outOfRange(number, allowed: allowed))
    }
    return number
  }

  /// Decodes an ISO 8601 period of one unit.
  func period(_ key: Key) throws -> Period {
    let text = try decode(String.self, forKey: key)
    guard let period = Period(text) else { throw issue(key, .unknownPeriod(text)) }
    return period
  }

  /// Decodes a price from a string, as Xcode writes it, or from a number, as people do.
  func price(_ key: Key) throws -> Decimal {
    let number = try? decode(Decimal.self, forKey: key)
    let text = try number?.description ?? decode(String.self, forKey: key)
    guard let match = text.wholeMatch(of: #/(-?)[0-9]{1,9}(?:\.[0-9]{1,6})?/#),
      let amount = Decimal(string: text)
    else { throw issue(key, .notAPrice(text)) }
    guard match.1.isEmpty else { throw issue(key, .negativePrice(text)) }
    return amount
  }

  func issue(_ key: Key, _ problem: CatalogueError.Problem) -> CatalogueIssue {
    CatalogueIssue(at: codingPath + [key], problem)
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character or a line separator; a terminal could act on it.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
