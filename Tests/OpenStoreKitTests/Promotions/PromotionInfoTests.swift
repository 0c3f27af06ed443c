import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct PromotionInfoTests {
  private typealias Info = Product.PromotionInfo

  @Test func `an app orders its promoted products on one device, and takes that back`() async throws
  {
    let alice = try await Customer.onNewDevice()
    let other = try await alice.otherDevice()
    try await StoreSession.$current.withValue(alice.session) {
      #expect(try await Info.currentOrder == [])

      try await Info.updateProductOrder(byID: ["subscription.pro", "nonconsumable.car"])

      let order = try await Info.currentOrder.map(\.productID)
      #expect(order == ["subscription.pro", "nonconsumable.car"])
      #expect(try await alice.appStorePage() == ["subscription.pro", "nonconsumable.car"])
      #expect(try await other.appStorePage() == Customer.promotedProducts)

      try await Info.updateProductOrder(byID: [])
      #expect(try await alice.appStorePage() == Customer.promotedProducts)
    }
  }

  @Test func `asking for one product does not move it on the page`() async throws {
    let sheets = ScriptedSheets()
    let alice = try await Customer.onNewDevice().again(sheets: sheets)
    _ = try await alice.session.products(Customer.promotedProducts)

    try await StoreSession.$current.withValue(alice.session) {
      try await Info.updateProductVisibility(.visible, for: "nonconsumable.car")
    }
    await alice.session.showAppStorePage()

    #expect(sheets.pages.first == Customer.promotedProducts)
  }

  @Test func `an app hides a product, and shows one that its order leaves out`() async throws {
    let alice = try await Customer.onNewDevice()
    try await StoreSession.$current.withValue(alice.session) {
      try await Info.updateProductVisibility(.hidden, for: "nonconsumable.car")
      #expect(
        try await alice.appStorePage() == ["nonconsumable.racecar", "subscription.pro"])

      try await Info.updateProductOrder(byID: ["nonconsumable.racecar", "nonconsumable.car"])
      try await Info.updateProductVisibility(.visible, for: "subscription.pro")
      #expect(try await alice.appStorePage() == ["nonconsumable.racecar", "subscription.pro"])

      var car = try #require(try await Info.currentOrder.last)
      #expect(car.visibility == .hidden)
      car.visibility = .appStoreConnectDefault
      try await car.update()
      #expect(
        try await alice.appStorePage()
          == ["nonconsumable.racecar", "nonconsumable.car", "subscription.pro"])
    }
  }

  @Test func `order and visibility are set together, and none restores the App Store's`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await StoreSession.$current.withValue(alice.session) {
      try await Info.updateProductOrder(byID: Customer.promotedProducts)
      var infos = try await Info.currentOrder
      infos[0].visibility = .hidden
      infos.reverse()

      try await Info.updateAll(infos)
      #expect(try await Info.currentOrder == infos)
      #expect(try await alice.appStorePage() == ["subscription.pro", "nonconsumable.racecar"])

      try await Info.updateAll([])
      #expect(try await Info.currentOrder == [])
      #expect(try alice.record().promotions == nil)
    }
  }

  @Test func `a product that is not sold changes nothing`() async throws {
    let alice = try await Customer.onNewDevice()
    try await StoreSession.$current.withValue(alice.session) {
      try await Info.updateProductOrder(byID: ["nonconsumable.car"])

      let error = await #expect(throws: StoreKitError.self) {
        try await Info.updateProductOrder(byID: ["nonconsumable.boat"])
      }

      #expect(error?.errorDescription?.contains("'nonconsumable.boat'") == true)
      #expect(try await Info.currentOrder.map(\.productID) == ["nonconsumable.car"])
    }
  }
}
