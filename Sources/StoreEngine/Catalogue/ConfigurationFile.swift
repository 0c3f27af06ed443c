import Crypto
import Foundation
import StoreAPI

/// The parts of a StoreKit configuration file that a store reads.
struct ConfigurationFile: Decodable {
  private let products: [ConfigurationProduct]
  private let nonRenewingSubscriptions: [ConfigurationProduct]
  private let groups: [ConfigurationGroup]
  private let settings: Catalogue.Settings
  private let offerKey: OfferKey?

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: ConfigurationKey.self)
    products = try object.list(.products, ConfigurationProduct.init)
    nonRenewingSubscriptions = try object.list(
      .nonRenewingSubscriptions, ConfigurationProduct.init)
    groups = try object.list(.subscriptionGroups, ConfigurationGroup.init)
    settings = try object.object(.settings)?.settings() ?? Catalogue.Settings()
    offerKey = try object.object(.subscriptionOffersKeyPair)?.offerKey()
  }

  /// Returns the catalogue after the checks that concern several values.
  ///
  /// - Throws: A ``CatalogueIssue`` if two products, groups or offers have the same ID, if an
  ///   auto-renewable subscription is in no group or in another group than it names, or if a
  ///   product in a group is not an auto-renewable subscription.
  func catalogue() throws -> Catalogue {
    var check = ConfigurationCheck()
    let sold =
      try check.outsideGroups(products, list: "products")
      + check.outsideGroups(nonRenewingSubscriptions, list: "nonRenewingSubscriptions")
    let plans = try groups.enumerated().flatMap { index, group in
      try check.inside(group, place: "subscriptionGroups[\(index)]")
    }
    return Catalogue(
      products: sold + plans, groups: groups.map(\.group), settings: settings,
      offerKey: offerKey)
  }
}

/// One of `subscriptionGroups`.
struct ConfigurationGroup {
  let group: Catalogue.Group
  let subscriptions: [ConfigurationProduct]

  init(_ object: ConfigurationObject) throws {
    group = Catalogue.Group(
      id: try object.name(.id),
      name: try object.text(.name),
      localizations: try object.list(.localizations) { try $0.localization() })
    subscriptions = try object.list(.subscriptions, ConfigurationProduct.init)
  }
}

extension ConfigurationObject {
  /// Reads the public half of `subscriptionOffersKeyPair`, whose private half is base64 of PKCS #8.
  fileprivate func offerKey() throws -> OfferKey {
    let id = try name(.id)
    guard let der = Data(base64Encoded: try name(.privateKey)),
      let key = try? P256.Signing.PrivateKey(derRepresentation: der)
    else { throw issue(.privateKey, .unreadable("it is not a P-256 private key in base64")) }
    return OfferKey(id: id, key.publicKey)
  }

  /// Reads the part of `settings` that a new store uses.
  fileprivate func settings() throws -> Catalogue.Settings {
    let standard = Catalogue.Settings()
    let storefront = try text(.storefront, default: standard.storefront)
    guard StorefrontList.named(storefront) != nil else {
      throw issue(.storefront, .unknownStorefront(storefront))
    }
    let rate = try decodeIfPresent(Int.self, forKey: .timeRate) ?? standard.rules.timeRate.rawValue
    guard let timeRate = ConfigurationTimeRate.timeRate(rate) else {
      throw issue(.timeRate, .unknownTimeRate(rate))
    }
    var rules = StoreRules(timeRate: timeRate)
    rules.gracePeriod = try flag(.hasGracePeriod) ? .days16 : .off
    rules.renewalsFail = try flag(.renewalsFail)
    rules.askToBuy = try flag(.asksToBuy)
    rules.interruptedPurchases = try flag(.interruptsPurchases)
    let errors = ConfigurationErrors(self)
    return Catalogue.Settings(
      storefront: storefront,
      locale: try text(.settingsLocale, default: standard.locale),
      rules: rules, simulatedErrors: errors.simulated,
      unsupportedSettings: unsupportedSettings() + errors.ignored)
  }
}
