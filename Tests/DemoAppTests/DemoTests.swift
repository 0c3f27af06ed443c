import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// Keys and messages in, state and effects out.
@Suite(.hangLimit) struct DemoTests {
  @Test func `a code can be redeemed on every page`() async {
    for keys in ["m", "s", "a", "h", "f"] {
      var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
      demo.type(keys)
      #expect(demo.type("e") == [.redeem], "after \(keys)")
    }
    var demo = await Sample.detail(.racecar, Sample.owner, fuel: Sample.tank)
    #expect(demo.type("e") == [.redeem])
  }

  @Test func `the demo begins with its launch`() {
    var demo = Demo()
    #expect(demo.send(.begin) == [.launch])
  }

  @Test func `b buys what is selected`() async throws {
    var demo = await Sample.shop(Sample.facts())
    demo.type(.down, .down)

    let buy = try #require(demo.launchResult?.availability(of: .racecar).buy)

    #expect(demo.type("b") == [.purchase(buy, quantity: 1)])
    #expect(demo.activity == .buying("Race Car"))
  }

  @Test func `while something is bought nothing else is`() async {
    var demo = await Sample.shop(Sample.facts())
    demo.type("b")

    #expect(demo.type("bbbbbr") == [])
  }

  @Test func `after the sheet the next purchase can begin`() async throws {
    var demo = await Sample.shop(Sample.facts())
    demo.type("b")
    let car = try #require(demo.store?.product(.car))
    demo.send(.ended(.cancelled, product: car, quantity: 1))

    #expect(demo.notice?.text == "Nothing was bought. p pays.")
    #expect(demo.type("b").count == 1)
  }

  @Test func `pasted text buys nothing and quits nothing`() async {
    var demo = await Sample.shop(Sample.facts())
    #expect(demo.update(.input(.paste("b\np\nq"))) == [])
  }

  @Test func `b does nothing without a button, and says why, as the help does`() async throws {
    var demo = await Sample.shop(Sample.owner)

    #expect(demo.type("b") == [])
    #expect(demo.notice?.text == "Not now: you already own it.")
    let binding = try #require(demo.bindings.first { $0.keys == [.character("b")] })
    #expect(binding.disabledReason == "you already own it")
  }

  @Test func `every key is on every terminal, stands once, and says why if it is off`() async {
    let named: Set<Key> = [.up, .down, .left, .right, .enter, .escape, .tab]
    for facts in [Sample.facts(), Sample.owner, Sample.lapsed] {
      for (name, screen) in await Sample.screens(facts) {
        var demo = screen
        for _ in 0..<12 {
          let keys = demo.bindings.flatMap(\.keys)
          #expect(keys.count == Set(keys).count, "\(name)")
          #expect(demo.bindings.allSatisfy { $0.disabledReason != "" }, "\(name)")
          let letters = keys.filter { !named.contains($0) }.map(\.caption)
          #expect(letters.allSatisfy { $0.wholeMatch(of: /[a-zA-Z0-9\/]/) != nil }, "\(name)")
          demo.type(.down)
        }
      }
    }
  }

  @Test func `the quantity of fuel stays between one and ten`() async throws {
    var demo = await Sample.shop(Sample.facts())
    demo.type(.right, .enter)
    #expect(demo.detail == .fuel87)

    for _ in 0..<20 { demo.type(.up) }
    #expect(demo.quantity == 10)
    let buy = try #require(demo.launchResult?.availability(of: .fuel87).buy)
    #expect(demo.type("b") == [.purchase(buy, quantity: 10)])
    for _ in 0..<20 { demo.type(.down) }
    #expect(demo.quantity == 1)
  }

  @Test func `another product's page begins with one again`() async {
    var demo = await Sample.shop(Sample.facts())
    demo.type(.right, .enter, .up, .up)
    demo.type(.right)

    #expect(demo.detail == "consumable.fuel.octane89")
    #expect(demo.quantity == 1)
  }

  @Test(arguments: [
    ("m", "my cars", Demo.Tab.cars), ("s", "shop", .shop), ("a", "account", .account),
    ("h", "history", .history),
  ])
  func `the key of a place goes there from a product's page and from the fuel store`(
    key: String, label: String, place: Demo.Tab
  ) async throws {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type(.enter)
    let binding = try #require(demo.bindings.first { $0.caption == key })
    #expect(binding.label == label && binding.isEnabled)
    demo.type(key)
    #expect(demo.tab == place && demo.detail == nil)

    demo.type("mf")
    demo.type(key)
    #expect(demo.tab == place && !demo.isFuelStoreOpen)
  }

  @Test func `on a screen that has grown the first key scrolls`() async {
    var demo = await Sample.detail(.standard, Sample.owner)
    demo.adapt(to: Size(columns: 40, rows: 9))
    demo.type("jjjjjjjj")
    demo.adapt(to: Size(columns: 40, rows: 10))
    let end = demo.picture(columns: 40, rows: 10)
    demo.type("k")
    #expect(demo.picture(columns: 40, rows: 10) != end)
  }

  @Test func `several years of a pass are bought at once`() async throws {
    var demo = await Sample.detail(.pass, Sample.facts())
    demo.type(.up, .up)
    let buy = try #require(demo.launchResult?.availability(of: .pass).buy)

    #expect(buy.quantities == 1...10)
    #expect(demo.type("b") == [.purchase(buy, quantity: 3)])
  }

  @Test func `arrows stay within what there is`() async {
    var demo = await Sample.shop(Sample.facts())
    for _ in 0..<50 { demo.type(.up) }
    #expect(demo.selection == .product(.car))
    for _ in 0..<50 { demo.type(.down) }
    #expect(demo.selection == .restore)
  }

  @Test func `the arrows follow what stands beside and below`() async {
    var demo = await Sample.shop(Sample.facts())
    demo.type(.down, .down, .down)
    #expect(demo.selection == .product(.standard))

    demo = await Sample.shop(Sample.facts())
    demo.adapt(to: Size(columns: 40, rows: 12))
    demo.type(.down, .down, .down)
    #expect(demo.selection == .product(.fuel87))
  }

  @Test func `enter on Restore Purchases restores`() async throws {
    var demo = await Sample.shop(Sample.owner)
    for _ in 0..<50 { demo.type(.down) }
    let store = try #require(demo.store)

    #expect(demo.type(.enter) == [.restore(before: store)])
    #expect(demo.activity == .restoring)
  }

  @Test func `a shop that was not loaded can be asked again`() async {
    var demo = await Sample.shop(Sample.notLoaded)

    #expect(demo.type("t") == [.reload])
    demo.send(.reloaded(Store(Sample.facts()), fuel: [:]))
    demo.send(.reloadEnded)
    #expect(demo.activity == nil)
    #expect(demo.picture().contains("Race Car"))
  }

  @Test func `a car drives on fuel that is there`() async {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type(.enter)

    #expect(demo.type("1") == [.drive(.fuel87)])
    #expect(demo.type("3") == [])
    demo.send(.drove(.fuel87, fuel: [.fuel87: 3]))
    #expect(demo.notice?.text == "Off you go. Fuel87: 3 left.")
  }

  @Test func `nothing moves with reduced motion or without a picture`() async {
    var still = await Sample.demo(Sample.owner, fuel: Sample.tank, reducesMotion: true)
    still.type(.enter)
    #expect(still.send(.drove(.fuel87, fuel: [:])) == [])

    var low = await Sample.demo(Sample.owner, fuel: Sample.tank)
    low.adapt(to: Size(columns: 40, rows: 12))
    low.type(.enter)
    #expect(low.send(.drove(.fuel87, fuel: [:])) == [])
    #expect(low.drive == nil)
  }

  @Test func `a second drive starts again, and the first one's steps move nothing`() async throws {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type(.enter)
    demo.send(.drove(.fuel87, fuel: [:]))
    let first = try #require(demo.drive)
    demo.send(.drove(.fuel87, fuel: [:]))
    let second = try #require(demo.drive)

    #expect(demo.send(.ticked(first)) == [])
    #expect(demo.drive == second)
  }

  @Test func `the fuel store sells one of the selected fuel, and closes after a purchase`()
    async throws
  {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type("f")
    demo.type(.right)
    let product = try #require(demo.store?.product("consumable.fuel.octane89"))
    let buy = try #require(demo.launchResult?.availability(of: product.id).buy)

    #expect(demo.type(.enter) == [])
    #expect(demo.type("b") == [.purchase(buy, quantity: 1)])
    demo.send(.ended(.cancelled, product: product, quantity: 1))
    #expect(demo.isFuelStoreOpen)
    demo.type("b")
    demo.send(.ended(.purchased, product: product, quantity: 1))
    #expect(!demo.isFuelStoreOpen)
  }

  @Test func `a lower plan is changed to, not paid`() async throws {
    var demo = await Sample.demo(Sample.owner)
    demo.type("a")
    demo.type(.down)

    let binding = try #require(demo.bindings.first { $0.keys == [.character("b")] })
    #expect(binding.label == "change plan")
  }

  @Test func `before the launch is over neither account nor history can be opened`() {
    var demo = Sample.newDemo(lastSeen: Sample.owner)
    demo.send(.launchIsSlow)

    #expect(demo.type("ah") == [])
    #expect(demo.tab == .cars)
    demo.type(.tab, .tab)
    #expect(demo.tab == .cars)
  }

  @Test func `a purchase of another device moves nothing`() async {
    var demo = await Sample.shop(Sample.facts())
    demo.type(.down)
    let before = demo.selection
    demo.send(.arrived([ExternalTransaction(owned: Sample.owned(.racecar))]))

    #expect(demo.selection == before)
    #expect(demo.notice?.text == "Race Car is yours.")
  }

  @Test func `q quits from a place, and closes a page that is open over it`() async {
    var demo = Demo()
    #expect(demo.type("q") == [.quit])
    demo = await Sample.shop(Sample.facts())
    demo.type(.enter)
    #expect(demo.type("q") == [] && demo.detail == nil)
    demo.type("f")
    #expect(demo.type("q") == [] && !demo.isFuelStoreOpen)
    #expect(demo.type("q") == [.quit])
  }

  /// Arithmetic that goes below zero ends the process.
  @Test(arguments: [(0, 0), (1, 1), (20, 6), (2, 24), (80, 3), (200, 60), (40, 12)])
  func `no size breaks a screen`(columns: Int, rows: Int) async {
    for facts in [Sample.facts(), Sample.owner, Sample.lapsed, StoreFacts(now: Sample.now)] {
      for (name, demo) in await Sample.screens(facts) {
        let frame = demo.frame(columns: columns, rows: rows)
        if columns >= 20 { #expect(frame.rowsCutOff == [], "\(name)") }
      }
    }
  }
}
