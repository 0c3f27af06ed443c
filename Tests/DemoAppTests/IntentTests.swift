import Testing

@testable import DemoApp

/// Purchases that the customer begins in the App Store.
@Suite struct IntentTests {
  @Test func `the App Store's purchase opens its product and asks at once`() async throws {
    var demo = await Sample.demo(Sample.facts())
    let buy = try #require(demo.launchResult?.availability(of: .racecar).buy)

    #expect(demo.send(.intended(.racecar)) == [.purchase(buy, quantity: 1)])
    #expect(demo.detail == .racecar)
    #expect(demo.activity == .buying("Race Car"))
  }

  @Test func `before the launch is over nothing is asked`() async throws {
    var demo = Demo()
    demo.send(.begin)

    #expect(demo.send(.intended(.racecar)) == [])
    #expect(demo.detail == nil)
  }

  @Test func `while something else is under way it waits, and is then shown for b to buy`()
    async throws
  {
    var demo = await Sample.shop(Sample.facts())
    demo.type("b")
    #expect(demo.send(.intended(.racecar)) == [])
    #expect(demo.send(.intended(.fuel87)) == [])
    let car = try #require(demo.store?.product(.car))

    #expect(demo.send(.ended(.purchased, product: car, quantity: 1)) == [], "a p that is held")

    #expect(demo.detail == .racecar && demo.activity == nil)
    #expect(
      demo.notice?.text
        == "Car is yours. It is in your garage. Race Car was chosen in the App Store. "
        + "Press b to buy it.")
    let racecar = try #require(demo.launchResult?.availability(of: .racecar).buy)
    #expect(demo.type("b") == [.purchase(racecar, quantity: 1)])
    demo.send(.ended(.cancelled, product: racecar.product, quantity: 1))
    #expect(demo.detail == .fuel87)
  }

  @Test(arguments: [
    Demo.Message.sheetEnded(nil), .reloadEnded, .restored(.done(found: [], present: [])),
  ])
  func `it is shown after a sheet, a reload and Restore Purchases too`(end: Demo.Message)
    async throws
  {
    var demo = await Sample.demo(Sample.facts())
    demo.activity = .loading
    demo.send(.intended(.car))

    #expect(demo.send(end) == [])
    #expect(demo.detail == .car && demo.activity == nil)
  }

  @Test func `while something covers the app it waits, and is shown then`() async throws {
    var demo = await Sample.demo(Sample.facts())
    _ = demo.update(hasFocus: false)
    #expect(demo.send(.intended(.car)) == [])
    #expect(demo.detail == nil)

    #expect(demo.update(hasFocus: true) == [])

    #expect(demo.detail == .car && demo.activity == nil)
    #expect(demo.notice?.text == "Car was chosen in the App Store. Press b to buy it.")
  }

  @Test func `what cannot be bought is shown with the reason, and the next one is shown`()
    async throws
  {
    var demo = await Sample.demo(Sample.owner)
    demo.activity = .loading
    demo.send(.intended(.racecar))
    demo.send(.intended(.fuel87))

    demo.send(.reloadEnded)

    #expect(demo.detail == .fuel87)
    #expect(
      demo.notice?.text
        == "Race Car was chosen in the App Store, but cannot be bought: you already own it. "
        + "Fuel87 was chosen in the App Store. Press b to buy it.")
  }
}
