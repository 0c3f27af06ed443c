import Foundation
import StoreAPI
import Testing

@testable import StoreEngine

@Suite struct CatalogueRealFilesTests {
  @Test(arguments: RealFile.all)
  func `every format from 1.0 to 6.3 is read`(file: RealFile) throws {
    let products = try Configurations.catalogue(file.name).products.map(\.line)

    #expect(products.joined(separator: "\n") == file.products)
  }

  @Test func `a file without settings sells in the United States, in English, in real time`()
    throws
  {
    let settings = try Configurations.catalogue("v2.0-revenuecat-storekit2-demo-app").settings

    #expect(settings == Catalogue.Settings(storefront: "USA", locale: "en_US", pace: .realTime))
  }

  @Test func `a file's settings are its storefront, its language and its pace`() throws {
    let settings = try Configurations.catalogue("v6.3-handwritten").settings

    #expect(settings.storefront == "DEU")
    #expect(settings.locale == "de_DE")
    #expect(settings.pace == .monthlyRenewalEveryThirtySeconds)
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

/// A test file and its products, one on each line.
struct RealFile: CustomTestStringConvertible, Sendable {
  let name: String
  let products: String

  var testDescription: String { name }

  static let all = [
    RealFile(
      name: "v1.0-revenuecat-purchases-ios",
      products: """
        lifetime: Non-Consumable, 199.99, shared
        com.revenuecat.monthly_4.99.1_week_intro: level 1, P1M, 4.99, shared, 1 × P1W free
        com.revenuecat.annual_39.99.2_week_intro: level 1, P1Y, 39.99, shared, 1 × P2W free
        """),
    RealFile(
      name: "v1.1-revenuecat-purchases-ios",
      products: """
        lifetime: Non-Consumable, 199.99, shared
        com.revenuecat.consumable: Consumable, 1.49
        com.revenuecat.non_renewable: Non-Renewing Subscription, 1.69
        com.revenuecat.monthly_4.99.1_week_intro: level 1, P1M, 4.99, shared, 1 × P3M free
        com.revenuecat.annual_39.99.2_week_intro: level 1, P1Y, 39.99, shared, 1 × P2W free
        com.revenuecat.annual_39.99_no_trial: level 1, P1Y, 39.99, shared
        """),
    RealFile(
      name: "v1.2-franciszekczana-storekittesting",
      products: """
        ID_1: level 1, P1Y, 119.99
        ID_2: level 1, P1M, 11.99
        """),
    RealFile(
      name: "v2.0-revenuecat-storekit2-demo-app",
      products: """
        pro_lifetime: Non-Consumable, 89.99
        pro_monthly: level 2, P1M, 1.99
        pro_yearly: level 1, P1Y, 12.99
        """),
    RealFile(
      name: "v3.0-jordancalhoun-storekit2",
      products: """
        nonconsumable.lifetime: Non-Consumable, 9.99, shared
        consumable.week: Consumable, 0.99
        nonrenewable.year: Non-Renewing Subscription, 2.99
        subscription.yearly: level 1, P1Y, 2.75, shared
        """),
    RealFile(
      name: "v4.0-jaywcjlove-storekithelper",
      products: """
        test.lifetime: Non-Consumable, 0.99
        test.monthly: level 1, P1M, 0.99
        """),
    RealFile(
      name: "v4.0-revenuecat-purchases-ios",
      products: """
        com.revenuecat.rcttester.premium_lifetime: Non-Consumable, 99.99
        small_tip: Consumable, 0.99
        com.revenuecat.rcttester.premium_monthly: level 1, P1M, 9.99
        com.revenuecat.rcttester.premium_yearly: level 1, P1Y, 79.99
        com.revenuecat.rcttester.lite_monthly: level 1, P1M, 9.99
        com.revenuecat.rcttester.lite_yearly: level 1, P1Y, 79.99
        """),
    RealFile(
      name: "v5.0-jaywcjlove-storekithelper",
      products: """
        test.lifetime: Non-Consumable, 0.99
        test.monthly: level 1, P1M, 0.99
        """),
    RealFile(
      name: "v6.3-handwritten",
      products: """
        coins.ten: Consumable, 0.99
        forever: Non-Consumable, 49.99, shared
        season.pass: Non-Renewing Subscription, 29
        club.weekly: level 1, P1W, 1.99, 1 × P2W free
        """),
  ]
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
