import Foundation
package import StoreAPI

extension Catalogue {
  /// The product as it is sold in one storefront and shown in one language.
  ///
  /// Prices are those of the file in the storefront's currency, rounded to its digits. Texts are
  /// those of `locale`, else of the same language, of `en_US`, or the first; without any name the
  /// reference name is shown, and without that the product ID.
  package func storeProduct(
    _ id: String, storefront: StoreStorefront, locale: String
  ) -> StoreProduct? {
    guard let product = product(id) else { return nil }
    let texts = product.localizations.best(for: locale)
    return StoreProduct(
      id: product.id, internalID: product.internalID, type: product.type,
      displayName: [texts?.displayName ?? "", product.referenceName].first { !$0.isEmpty }
        ?? product.id,
      description: texts?.description ?? "",
      price: product.price.rounded(to: storefront.currency), currency: storefront.currency,
      locale: storefront.locale, isFamilyShareable: product.isFamilyShareable,
      subscription: product.subscription.map {
        storeSubscription($0, currency: storefront.currency, locale: locale)
      })
  }

  private func storeSubscription(
    _ subscription: Subscription, currency: String, locale: String
  ) -> StoreSubscription {
    let group = groups.first { $0.id == subscription.groupID }
    return StoreSubscription(
      groupID: subscription.groupID,
      groupDisplayName: group?.localizations.best(for: locale)?.displayName ?? "",
      groupLevel: subscription.groupLevel, period: subscription.period,
      introductoryOffer: subscription.introductoryOffer?.priced(in: currency),
      promotionalOffers: subscription.promotionalOffers.map { $0.priced(in: currency) },
      winBackOffers: subscription.winBackOffers.map { $0.priced(in: currency) })
  }
}

extension StoreOffer {
  /// The offer at a price that can be paid in this currency (ISO 4217).
  package func priced(in currency: String) -> StoreOffer {
    var offer = self
    offer.price = price.rounded(to: currency)
    return offer
  }
}

extension [Catalogue.Localization] {
  /// The one to show to whoever reads `locale`: the same, the same language, English, the first.
  fileprivate func best(for locale: String) -> Catalogue.Localization? {
    let wanted = Locale.Spelling(locale)
    return first { Locale.Spelling($0.locale) == wanted }
      ?? first { Locale.Spelling($0.locale).language == wanted.language }
      ?? first { Locale.Spelling($0.locale) == Locale.Spelling("en_US") }
      ?? first
  }
}

extension Locale {
  /// A locale's name, read alike with underscores and hyphens.
  fileprivate struct Spelling: Equatable {
    let name: String

    init(_ name: String) {
      self.name = name.replacing("-", with: "_")
    }

    var language: Substring { name.prefix { $0 != "_" } }
  }
}
