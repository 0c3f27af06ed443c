import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct CatalogueStoreProductTests {
  @Test(arguments: [
    ("en_US", "Coins"), ("de", "Münzen"), ("de_DE", "Münzen"), ("de-AT", "Münzen"),
    ("en_GB", "Coins"), ("fr_FR", "Coins"), ("", "Coins"),
  ])
  func `a product is named in the customer's language or in English`(
    locale: String, name: String
  ) throws {
    #expect(try product("coins.ten", locale: locale).displayName == name)
  }

  @Test func `the first language is shown if there is no English`() throws {
    #expect(try product("club.weekly", locale: "fr_FR").displayName == "Weekly")
  }

  @Test(arguments: [("season.pass", "Season Pass"), ("forever", "Forever")])
  func `a product without a name shows its reference name`(id: String, name: String) throws {
    let product = try product(id, locale: "en_US")

    #expect(product.displayName == name)
    #expect(product.description == "")
  }

  @Test func `a plan has its group, its level and its offers`() throws {
    let subscription = try #require(product("club.weekly", locale: "en_GB").subscription)

    #expect(subscription.groupID == "6A3F0030")
    #expect(subscription.groupDisplayName == "Club")
    #expect(subscription.groupLevel == 1)
    #expect(subscription.promotionalOffers.map(\.id) == ["club.three"])
    #expect(subscription.winBackOffers.map(\.id) == ["club.back"])
  }

  @Test func `SK Demo's group has no display name`() throws {
    let catalogue = try Catalogue.skdemo()

    let pro = try #require(catalogue.product("subscription.pro"))
    let sold = catalogue.storeProducts([pro], storefront: .unitedStates, locale: "en_US")
    #expect(sold.map(\.subscription?.groupDisplayName) == [""])
  }

  @Test func `a family shares only non-consumables and plans, whatever the file says`() throws {
    var catalogue = try Catalogue.skdemo()
    for index in catalogue.products.indices { catalogue.products[index].isFamilyShareable = true }

    let sold = catalogue.storeProducts(
      catalogue.products, storefront: .unitedStates, locale: "en_US")

    let shareable = Set(sold.filter(\.isFamilyShareable).map(\.type))
    #expect(shareable == [.nonConsumable, .autoRenewable])
  }

  @Test(arguments: [("USA", "0.99", "USD", "en_US"), ("JPN", "1", "JPY", "ja_JP")])
  func `a price has the storefront's currency and locale`(
    country: String, price: String, currency: String, locale: String
  ) throws {
    let product = try product("coins.ten", country: country, locale: "de_DE")

    #expect(product.price == Decimal(string: price))
    #expect(product.currency == currency)
    #expect(product.locale == locale)
  }

  @Test(arguments: [
    ("1.995", "USD", "2"), ("1.994", "USD", "1.99"), ("0.5", "JPY", "1"), ("0.49", "KRW", "0"),
    ("1.2345", "KWD", "1.235"), ("1.005", "XXX", "1.01"), ("-1.995", "EUR", "-2"),
  ])
  func `a price is rounded to the digits of its currency`(
    exact: String, currency: String, rounded: String
  ) throws {
    let amount = try #require(Decimal(string: exact))

    #expect(amount.rounded(to: currency) == Decimal(string: rounded))
  }

  @Test func `every storefront is listed once`() {
    #expect(Set(StorefrontList.all.map(\.id)).count == StorefrontList.all.count)
    #expect(Set(StorefrontList.all.map(\.countryCode)).count == StorefrontList.all.count)
    #expect(StorefrontList.named("USA")?.id == "143441")
    #expect(StorefrontList.named("usa") == nil)
  }

  private func product(
    _ id: String, country: String = "USA", locale: String
  ) throws -> StoreProduct {
    let storefront = try #require(StorefrontList.named(country))
    let catalogue = try Configurations.catalogue("v6.3-handwritten")
    return try #require(
      catalogue.storeProducts(catalogue.products, storefront: storefront, locale: locale)
        .first { $0.id == id })
  }
}
