import StoreAPI

/// One of `products`, `nonRenewingSubscriptions` or a group's `subscriptions`.
struct ConfigurationProduct: Decodable {
  let type: ConfigurationType
  /// The group that a subscription names in `subscriptionGroupID`, if it names one.
  let namedGroup: String?
  private let product: Catalogue.Product
  private let subscription: ConfigurationSubscription?

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    let id = try object.name(.productID)
    let name = try object.name(.type)
    guard let type = ConfigurationType(rawValue: name) else {
      throw object.issue(.type, .unknownType(name))
    }
    self.type = type
    namedGroup = try object.decodeIfPresent(String.self, forKey: .subscriptionGroupID)
    subscription = type == .recurring ? try ConfigurationSubscription(from: decoder) : nil
    product = Catalogue.Product(
      id: id,
      internalID: try object.text(.internalID),
      referenceName: try object.text(.referenceName),
      type: type.productType,
      price: try object.price(.displayPrice),
      isFamilyShareable: try object.flag(.familyShareable),
      localizations: try object.list(.localizations, of: ConfigurationText.self).map(\.value))
  }

  var id: String { product.id }

  /// The IDs of a subscription's offers, by the key of their list.
  var offerIDs: [(list: String, ids: [String])] { subscription?.offerIDs ?? [] }

  /// Returns the product as a member of this group; `nil` stands for no group.
  func product(in group: String?) -> Catalogue.Product {
    var product = product
    product.subscription = group.flatMap { subscription?.subscription(in: $0) }
    return product
  }
}

/// The values that only a subscription has.
struct ConfigurationSubscription: Decodable {
  private let terms: Catalogue.Subscription

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    let single = try object.decodeIfPresent(
      ConfigurationIntroductoryOffer.self, forKey: .introductoryOffer)
    let several = try object.list(
      .introductoryOffers, of: ConfigurationIntroductoryOffer.self)
    terms = Catalogue.Subscription(
      groupID: "",
      groupLevel: try object.count(.groupNumber),
      period: try object.period(.recurringSubscriptionPeriod),
      introductoryOffer: (several.first ?? single)?.offer,
      promotionalOffers: try object.list(
        .adHocOffers, of: ConfigurationPromotionalOffer.self
      ).map(\.offer),
      winBackOffers: try object.list(
        .winbackOffers, of: ConfigurationWinBackOffer.self
      ).map(\.offer),
      codeOffers: try object.list(.codeOffers, of: ConfigurationCodeOffer.self).map(\.codeOffer))
  }

  var offerIDs: [(list: String, ids: [String])] {
    [
      ("adHocOffers", terms.promotionalOffers.compactMap(\.id)),
      ("winbackOffers", terms.winBackOffers.compactMap(\.id)),
      ("codeOffers", terms.codeOffers.compactMap(\.offer.id)),
    ]
  }

  func subscription(in group: String) -> Catalogue.Subscription {
    var subscription = terms
    subscription.groupID = group
    return subscription
  }
}

/// One of the `localizations` of a product or a group.
struct ConfigurationText: Decodable {
  let value: Catalogue.Localization

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    value = Catalogue.Localization(
      locale: try object.name(.locale),
      displayName: try object.text(.displayName),
      description: try object.text(.description))
  }
}
