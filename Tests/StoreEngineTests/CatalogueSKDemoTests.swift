import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct CatalogueSKDemoTests {
  @Test func `the shop sells what SK Demo sells`() throws {
    let products = try Catalogue.skdemo().products.map(\.line)

    #expect(
      products.joined(separator: "\n") == """
        consumable.fuel.octane87: Consumable, 0.99
        consumable.fuel.octane89: Consumable, 1.99
        consumable.fuel.octane91: Consumable, 2.99
        nonconsumable.car: Non-Consumable, 1.99
        nonconsumable.utilityvehicle: Non-Consumable, 2.99, shared
        nonconsumable.racecar: Non-Consumable, 4.99
        nonRenewing.standard: Non-Renewing Subscription, 9.99
        subscription.standard: level 3, P1M, 2.99
        subscription.premium: level 2, P1M, 3.99
        subscription.pro: level 1, P1M, 4.99, 1 × P2M 1.99
        """)
  }

  @Test func `Pro has an offer of every kind, and other plans have none`() throws {
    let subscriptions = try Catalogue.skdemo().products.compactMap(\.subscription)

    #expect(
      subscriptions.map { $0.promotionalOffers.compactMap(\.id) } == [
        [], [], ["pro.three.months"],
      ])
    #expect(
      subscriptions.map { $0.winBackOffers.compactMap(\.id) } == [
        [], [], ["pro.welcome.back"],
      ])
    #expect(
      subscriptions.map { $0.codeOffers.compactMap(\.offer.id) } == [
        [], [], ["pro.free.month"],
      ])
  }

  @Test func `the shop sells in the United States in real time`() throws {
    #expect(try Catalogue.skdemo().settings == Catalogue.Settings())
    #expect(try Catalogue.skdemo().groups.map(\.name) == ["Software Services"])
  }
}
