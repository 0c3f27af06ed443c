import StoreAPI

/// A StoreKit configuration file, as far as a store reads it.
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

  /// The catalogue, once what no single value shows has been looked at.
  ///
  /// - Throws: A ``CatalogueIssue`` for an ID that comes twice, a subscription outside all groups or in
  ///   another group than it names, and for anything but subscriptions in a group.
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

/// What a new store takes of `settings`.
struct ConfigurationSettings: Decodable {
  let settings: Catalogue.Settings

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    let standard = Catalogue.Settings()
    let storefront = try object.text(.storefront, default: standard.storefront)
    guard Storefronts.named(storefront) != nil else {
      throw object.misfit(.storefront, .unknownStorefront(storefront))
    }
    let rate = try object.decodeIfPresent(Int.self, forKey: .timeRate) ?? standard.pace.rawValue
    guard let pace = ConfigurationTimeRate.pace(rate) else {
      throw object.misfit(.timeRate, .unknownTimeRate(rate))
    }
    settings = Catalogue.Settings(
      storefront: storefront,
      locale: try object.text(.settingsLocale, default: standard.locale),
      pace: pace)
  }
}
