import AppStorePayloads
import StoreAPI

/// One of `products`, `nonRenewingSubscriptions` or a group's `subscriptions`.
struct ConfigurationProduct {
  let type: ConfigurationType
  /// The group that a subscription names in `subscriptionGroupID`, if it names one.
  let namedGroup: String?
  /// The product; a subscription's group ID is empty, because the file has it in the group.
  let product: Catalogue.Product

  init(_ object: ConfigurationObject) throws {
    let id = try object.name(.productID)
    let name = try object.name(.type)
    guard let type = ConfigurationType(rawValue: name) else {
      throw object.issue(.type, .unknownType(name))
    }
    self.type = type
    namedGroup = try object.decodeIfPresent(String.self, forKey: .subscriptionGroupID)
    let subscription = type == .recurring ? try object.subscription() : nil
    product = Catalogue.Product(
      id: id,
      internalID: try object.text(.internalID),
      referenceName: try object.text(.referenceName),
      type: type.productType,
      price: try object.price(.displayPrice),
      isFamilyShareable: try object.flag(.familyShareable),
      localizations: try object.list(.localizations) { try $0.localization() },
      subscription: subscription)
  }

  var id: String { product.id }

  /// The IDs of a subscription's offers, by the key of their list.
  var offerIDs: [(list: String, ids: [String])] {
    guard let terms = product.subscription else { return [] }
    return [
      ("adHocOffers", terms.promotionalOffers.compactMap(\.id)),
      ("winbackOffers", terms.winBackOffers.compactMap(\.id)),
      ("codeOffers", terms.codeOffers.compactMap(\.offer.id)),
    ]
  }

  /// Returns the subscription as a member of this group.
  func product(in group: String) -> Catalogue.Product {
    var product = product
    product.subscription?.groupID = group
    return product
  }
}

extension ConfigurationObject {
  /// Reads the values that only a subscription has; the group ID is empty.
  fileprivate func subscription() throws -> Catalogue.Subscription {
    let single = try object(.introductoryOffer)?.offer(.introductory)
    let several = try list(.introductoryOffers) { try $0.offer(.introductory) }
    return Catalogue.Subscription(
      groupID: "",
      groupLevel: try count(.groupNumber),
      period: try period(.recurringSubscriptionPeriod),
      introductoryOffer: several.first ?? single,
      promotionalOffers: try list(.adHocOffers) { try $0.offer(.promotional, idKey: .offerID) },
      winBackOffers: try list(.winbackOffers) { try $0.winBackOffer() },
      codeOffers: try list(.codeOffers) { try $0.codeOffer() })
  }

  /// Reads one of the `localizations` of a product or a group.
  func localization() throws -> Catalogue.Localization {
    Catalogue.Localization(
      locale: try name(.locale),
      displayName: try text(.displayName),
      description: try text(.description))
  }
}
