import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct CatalogueRealFilesTests {
  @Test(arguments: Configurations.names)
  func `every format from 1.0 to 6.3 is read`(name: String) throws {
    let products = try Configurations.catalogue(name).products.map(\.line)

    try expectSnapshot(of: products.joined(separator: "\n"), named: name)
  }

  @Test func `a file without settings sells in the United States, in English, in real time`()
    throws
  {
    let settings = try Configurations.catalogue("v2.0-revenuecat-storekit2-demo-app").settings

    #expect(settings == Catalogue.Settings(storefront: "USA", locale: "en_US"))
  }

  @Test func `a file's settings are its storefront, its language and its time rate`() throws {
    let settings = try Configurations.catalogue("v6.3-handwritten").settings

    #expect(settings.storefront == "DEU")
    #expect(settings.locale == "de_DE")
    #expect(settings.rules.timeRate == .monthlyRenewalEveryThirtySeconds)
  }

  @Test func `promotional offers are paid up front or as you go`() throws {
    let catalogue = try Configurations.catalogue("v1.1-revenuecat-purchases-ios")
    let monthly = try #require(catalogue.product("com.revenuecat.monthly_4.99.1_week_intro"))

    let offers = try #require(monthly.subscription?.promotionalOffers)

    #expect(offers.map(\.type) == [.promotional, .promotional])
    #expect(offers.map(\.discountType) == [.payUpFront, .payAsYouGo])
    #expect(offers.map(\.price) == [Decimal(string: "40.99"), Decimal(string: "20.15")])
    #expect(offers.map(\.period) == [Period(1, .year), Period(1, .month)])
    #expect(offers.map(\.periodCount) == [1, 2])
  }

  @Test func `win-back and code offers are read`() throws {
    let weekly = try #require(Configurations.catalogue("v6.3-handwritten").product("club.weekly"))
    let subscription = try #require(weekly.subscription)
    let code = try #require(subscription.codeOffers.first)

    #expect(subscription.winBackOffers.map(\.id) == ["club.back"])
    #expect(code.offer.id == "WELCOME")
    #expect(code.offer.type == .code)
    #expect(code.eligibility == [.expired, .new])
    #expect(!code.isStackable)
  }
}

extension Catalogue.Product {
  /// The product in one line.
  var line: String {
    let kind = subscription.map { "level \($0.groupLevel), \($0.period)" } ?? type.rawValue
    let shared = isFamilyShareable ? ", shared" : ""
    let offer = subscription?.introductoryOffer.map { offer in
      ", \(offer.periodCount) × \(offer.period) "
        + (offer.discountType == .freeTrial ? "free" : "\(offer.price)")
    }
    return "\(id): \(kind), \(price)\(shared)\(offer ?? "")"
  }
}
