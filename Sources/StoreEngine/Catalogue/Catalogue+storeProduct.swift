import AppStorePayloads
import Foundation
package import StoreAPI

extension Catalogue {
  /// Returns products of the catalogue as they are sold in one storefront and described in one
  /// language.
  ///
  /// Prices are the numbers of the file in the storefront's currency, rounded to its digits. The
  /// name and description are those of `locale`, else those of the same language, of `en_US`, or
  /// the first localization. If there is no name, the name is the reference name,
  /// or the product ID if there is no reference name either.
  ///
  /// If two plans of a group have a win-back offer with the same ID, the first plan keeps it.
  package func storeProducts(
    _ products: [Product], storefront: StoreStorefront, locale: String
  ) -> [StoreProduct] {
    let groups = groupsByID
    var sold = products.map { storeProduct($0, groups, storefront: storefront, locale: locale) }
    sold.keepFirstWinBackOffers()
    return sold
  }

  private var groupsByID: [String: Group] {
    Dictionary(groups.map { ($0.id, $0) }) { first, _ in first }
  }

  private func storeProduct(
    _ product: Product, _ groups: [String: Group], storefront: StoreStorefront, locale: String
  ) -> StoreProduct {
    let texts = product.localizations.best(for: locale)
    return StoreProduct(
      id: product.id, internalID: product.internalID, type: product.type,
      displayName: [texts?.displayName ?? "", product.referenceName].first { !$0.isEmpty }
        ?? product.id,
      description: texts?.description ?? "",
      price: product.price.rounded(to: storefront.currency), currency: storefront.currency,
      locale: storefront.locale, isFamilyShareable: product.isShareable,
      subscription: product.subscription.map {
        storeSubscription(
          $0, in: groups[$0.groupID], currency: storefront.currency, locale: locale)
      })
  }

  private func storeSubscription(
    _ subscription: Subscription, in group: Group?, currency: String, locale: String
  ) -> StoreSubscription {
    StoreSubscription(
      groupID: subscription.groupID,
      groupDisplayName: group?.localizations.best(for: locale)?.displayName ?? "",
      groupLevel: subscription.groupLevel, period: subscription.period,
      introductoryOffer: subscription.introductoryOffer?.priced(in: currency),
      promotionalOffers: subscription.promotionalOffers.map { $0.priced(in: currency) },
      winBackOffers: subscription.winBackOffers.map { $0.priced(in: currency) })
  }
}

extension Catalogue.Product {
  /// Whether a family can share it.
  ///
  /// The file's values for fuel and passes are ignored: the App Store shares only non-consumables
  /// and auto-renewable subscriptions.
  fileprivate var isShareable: Bool {
    isFamilyShareable && (type == .nonConsumable || type == .autoRenewable)
  }
}

extension StoreOffer {
  /// Returns the offer with its price rounded to the digits of this currency (ISO 4217).
  package func priced(in currency: String) -> StoreOffer {
    var offer = self
    offer.price = price.rounded(to: currency)
    return offer
  }
}

extension [Catalogue.Localization] {
  /// Returns the best localization for `locale`: of the same locale, else of the same language,
  /// else `en_US`, else the first.
  fileprivate func best(for locale: String) -> Catalogue.Localization? {
    let wanted = LocaleName(locale)
    return first { LocaleName($0.locale) == wanted }
      ?? first { LocaleName($0.locale).language == wanted.language }
      ?? first { LocaleName($0.locale) == LocaleName("en_US") }
      ?? first
  }
}
