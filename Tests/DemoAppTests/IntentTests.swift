import Testing

@testable import DemoApp

/// Purchases that the customer begins in the App Store.
@Suite struct IntentTests {
  @Test func `the App Store's purchase opens its product and asks at once`() async throws {
    var demo = await Sample.demo(Sample.facts())
    let buy = try #require(demo.personalised?.availability(of: .racecar).buy)

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

  @Test func `while something else is under way it waits, and then its turn comes`() async throws {
    var demo = await Sample.shop(Sample.facts())
    demo.type("b")
    #expect(demo.send(.intended(.racecar)) == [])
    let car = try #require(demo.store?.product(.car))

    let next = demo.send(.ended(.cancelled, product: car, quantity: 1))

    let buy = try #require(demo.personalised?.availability(of: .racecar).buy)
    #expect(next == [.purchase(buy, quantity: 1)])
  }

  @Test(arguments: [
    Demo.Message.sheetEnded(nil), .reloadEnded, .restored(.done(found: [], present: [])),
  ])
  func `its turn comes after a sheet, a reload and Restore Purchases too`(end: Demo.Message)
    async throws
  {
    var demo = await Sample.demo(Sample.facts())
    demo.activity = .loading
    demo.send(.intended(.car))

    #expect(demo.send(end).count == 1)
    #expect(demo.activity == .buying("Car"))
  }

  @Test func `what cannot be bought is shown with the reason, and the next one is asked`()
    async throws
  {
    var demo = await Sample.demo(Sample.owner)
    demo.activity = .loading
    demo.send(.intended(.racecar))
    demo.send(.intended(.fuel87))

    let effects = demo.send(.reloadEnded)

    let buy = try #require(demo.personalised?.availability(of: .fuel87).buy)
    #expect(effects == [.purchase(buy, quantity: 1)])
    #expect(
      demo.notice
        == Notice(
          .attention, "Race Car was chosen in the App Store, and is not bought: you own it."))
  }
}
