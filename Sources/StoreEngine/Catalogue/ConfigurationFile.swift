import StoreAPI

/// The parts of a StoreKit configuration file that a store reads.
struct ConfigurationFile: Decodable {
  private let products: [ConfigurationProduct]
  private let nonRenewingSubscriptions: [ConfigurationProduct]
  private let groups: [ConfigurationGroup]
  private let settings: Catalogue.Settings

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    products = try object.list(.products, of: ConfigurationProduct.self)
    nonRenewingSubscriptions = try object.list(
      .nonRenewingSubscriptions, of: ConfigurationProduct.self)
    groups = try object.list(.subscriptionGroups, of: ConfigurationGroup.self)
    settings =
      try object.decodeIfPresent(ConfigurationSettings.self, forKey: .settings)?.settings
      ?? Catalogue.Settings()
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
      products: sold + plans, groups: groups.map(\.group), settings: settings)
  }
}

/// One of `subscriptionGroups`.
struct ConfigurationGroup: Decodable {
  let group: Catalogue.Group
  let subscriptions: [ConfigurationProduct]

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    group = Catalogue.Group(
      id: try object.name(.id),
      name: try object.text(.name),
      localizations: try object.list(.localizations, of: ConfigurationText.self).map(\.value))
    subscriptions = try object.list(.subscriptions, of: ConfigurationProduct.self)
  }
}

/// The part of `settings` that a new store uses.
struct ConfigurationSettings: Decodable {
  let settings: Catalogue.Settings

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    let standard = Catalogue.Settings()
    let storefront = try object.text(.storefront, default: standard.storefront)
    guard Storefronts.named(storefront) != nil else {
      throw object.issue(.storefront, .unknownStorefront(storefront))
    }
    let rate = try object.decodeIfPresent(Int.self, forKey: .timeRate) ?? standard.pace.rawValue
    guard let pace = ConfigurationTimeRate.pace(rate) else {
      throw object.issue(.timeRate, .unknownTimeRate(rate))
    }
    settings = Catalogue.Settings(
      storefront: storefront,
      locale: try object.text(.settingsLocale, default: standard.locale),
      pace: pace)
  }
}
