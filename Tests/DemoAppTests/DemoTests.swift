import DemoApp
import TerminalUI
import Testing

/// Keys and messages in, state and effects out.
@Suite struct DemoTests {
  private let racecar = "nonconsumable.racecar"

  private func shop(_ facts: StoreFacts = Sample.facts()) async -> Demo {
    var demo = await Sample.demo(facts)
    demo.type("s")
    return demo
  }

  @Test func `the demo begins with its launch`() {
    var demo = Demo()
    #expect(demo.update(.message(.begin)) == [.launch])
  }

  @Test func `b buys what is selected`() async throws {
    var demo = await shop()
    demo.type(.down, .down)

    let buy = try #require(demo.personalised?.availability(of: racecar).buy)

    #expect(demo.type("b") == [.purchase(buy, quantity: 1)])
    #expect(demo.activity == .buying("Race Car"))
  }

  @Test func `while something is bought nothing else is`() async {
    var demo = await shop()
    demo.type("b")

    #expect(demo.type("bbbbbr") == [])
  }

  @Test func `after the sheet the next purchase can begin`() async throws {
    var demo = await shop()
    demo.type("b")
    let car = try #require(demo.store?.product("nonconsumable.car"))
    _ = demo.update(.message(.ended(.cancelled, product: car, quantity: 1)))

    #expect(demo.notice == nil)
    #expect(demo.type("b").count == 1)
  }

  @Test func `pasted text buys nothing and quits nothing`() async {
    var demo = await shop()
    #expect(demo.update(.input(.paste("b\np\nq"))) == [])
  }

  @Test func `b does nothing without a button, and the help says why`() async throws {
    var demo = await shop(Sample.owner)

    #expect(demo.type("b") == [])
    let binding = try #require(demo.bindings.first { $0.keys == [.character("b")] })
    #expect(binding.disabledReason == "you own it")
  }

  @Test func `every key that is off says why`() async {
    for facts in [Sample.facts(), Sample.owner, Sample.lapsed] {
      var demo = await shop(facts)
      for _ in 0..<12 {
        demo.type(.down)
        #expect(demo.bindings.allSatisfy { $0.disabledReason != "" })
      }
    }
  }

  @Test func `the same key never stands twice in the footer`() async {
    for facts in [Sample.facts(), Sample.owner, Sample.lapsed] {
      var demo = await shop(facts)
      for key: Key in [.down, .enter, .escape, .character("m"), .down, .enter] {
        demo.type(key)
        let keys = demo.bindings.flatMap(\.keys)
        #expect(keys.count == Set(keys).count)
      }
    }
  }

  @Test func `marks follow the store while they are looked at`() async {
    var demo = await shop(Sample.owner)
    #expect(demo.picture().contains("Race Car                         owned ✓"))
    var refunded = Sample.owner
    refunded.entitlements.removeLast()
    refunded.latest = [Sample.owned(racecar, revoked: "2026-11-14")]
    _ = demo.update(.message(.reloaded(Store(refunded), fuel: [:])))

    #expect(demo.picture().contains("Race Car              $4.99   refunded ×"))
  }

  @Test func `the quantity of fuel stays between one and ten`() async throws {
    var demo = await shop()
    demo.type(.right, .enter)
    #expect(demo.detail == "consumable.fuel.octane87")

    for _ in 0..<20 { demo.type(.up) }
    #expect(demo.quantity == 10)
    guard case .purchase(_, quantity: 10)? = demo.type("b").first else {
      Issue.record("ten units are not bought")
      return
    }
    for _ in 0..<20 { demo.type(.down) }
    #expect(demo.quantity == 1)
  }

  @Test func `another product's page begins with one again`() async {
    var demo = await shop()
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
    var demo = await Sample.detail("subscription.standard", Sample.owner)
    demo.adapt(to: Size(columns: 40, rows: 9))
    demo.type("jjjjjjjj")
    demo.adapt(to: Size(columns: 40, rows: 10))
    let end = demo.picture(columns: 40, rows: 10)
    demo.type("k")
    #expect(demo.picture(columns: 40, rows: 10) != end)
  }

  @Test func `several years of a pass are bought at once`() async throws {
    let pass = "nonRenewing.standard"
    var demo = await Sample.detail(pass, Sample.facts())
    demo.type(.up, .up)
    let buy = try #require(demo.personalised?.availability(of: pass).buy)

    #expect(buy.quantities == 1...10)
    #expect(demo.type("b") == [.purchase(buy, quantity: 3)])
  }

  @Test func `arrows stay within what there is`() async {
    var demo = await shop()
    for _ in 0..<50 { demo.type(.up) }
    #expect(demo.selection == .product("nonconsumable.car"))
    for _ in 0..<50 { demo.type(.down) }
    #expect(demo.selection == .restore)
  }

  @Test func `the arrows follow what stands beside and below`() async {
    var demo = await shop()
    demo.type(.down, .down, .down)
    #expect(demo.selection == .product("subscription.standard"))

    demo = await shop()
    demo.adapt(to: Size(columns: 40, rows: 12))
    demo.type(.down, .down, .down)
    #expect(demo.selection == .product("consumable.fuel.octane87"))
  }

  @Test func `enter on Restore Purchases restores`() async throws {
    var demo = await shop(Sample.owner)
    for _ in 0..<50 { demo.type(.down) }
    let store = try #require(demo.store)

    #expect(demo.type(.enter) == [.restore(before: store)])
    #expect(demo.activity == .restoring)
  }

  @Test func `a shop that was not loaded can be asked again`() async {
    var facts = StoreFacts(now: Sample.now)
    facts.productFailure = "the store cannot be reached"
    var demo = await shop(facts)

    #expect(demo.type("t") == [.reload])
    _ = demo.update(.message(.reloaded(Store(Sample.facts()), fuel: [:])))
    _ = demo.update(.message(.reloadEnded))
    #expect(demo.activity == nil)
    #expect(demo.picture().contains("Race Car"))
  }

  @Test func `a car drives on fuel that is there`() async {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type(.enter)

    #expect(demo.type("1") == [.drive("consumable.fuel.octane87")])
    #expect(demo.type("3") == [])
    _ = demo.update(
      .message(.drove("consumable.fuel.octane87", fuel: ["consumable.fuel.octane87": 3])))
    #expect(demo.notice?.text == "Off you go. Fuel87: 3 left.")
  }

  @Test func `nothing moves with reduced motion or without a picture`()
    async
  {
    let fuel = "consumable.fuel.octane87"
    var still = Demo(
      presentation: Sample.presentation, fuel: Sample.tank, reducesMotion: true)
    _ = still.update(.message(.personalised(await Sample.personalised(Sample.owner))))
    still.type(.enter)
    #expect(still.update(.message(.drove(fuel, fuel: [:]))) == [])

    var low = await Sample.demo(Sample.owner, fuel: Sample.tank)
    low.adapt(to: Size(columns: 40, rows: 12))
    low.type(.enter)
    #expect(low.update(.message(.drove(fuel, fuel: [:]))) == [])
    #expect(low.drive == nil)
  }

  @Test func `a second drive begins anew, and the first one's steps move nothing`() async throws {
    let fuel = "consumable.fuel.octane87"
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type(.enter)
    let first = demo.update(.message(.drove(fuel, fuel: [:])))
    let second = demo.update(.message(.drove(fuel, fuel: [:])))
    guard case .tick(let late)? = first.first, case .tick(let drive)? = second.first else {
      Issue.record("nothing drives")
      return
    }
    #expect(demo.update(.message(.ticked(late))) == [])
    #expect(demo.drive == drive)
  }

  @Test func `the fuel store sells one of what is selected, and closes when it was bought`()
    async throws
  {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.type("f")
    demo.type(.right)
    let product = try #require(demo.store?.product("consumable.fuel.octane89"))
    let buy = try #require(demo.personalised?.availability(of: product.id).buy)

    #expect(demo.type(.enter) == [])
    #expect(demo.type("b") == [.purchase(buy, quantity: 1)])
    _ = demo.update(.message(.ended(.cancelled, product: product, quantity: 1)))
    #expect(demo.isFuelStoreOpen)
    demo.type("b")
    _ = demo.update(.message(.ended(.purchased, product: product, quantity: 1)))
    #expect(!demo.isFuelStoreOpen)
  }

  @Test func `a lower plan is changed to, not paid`() async throws {
    var demo = await Sample.demo(Sample.owner)
    demo.type("a")
    demo.type(.down)

    let binding = try #require(demo.bindings.first { $0.keys == [.character("b")] })
    #expect(binding.label == "change plan")
  }

  @Test func `every key is a letter, a digit, an arrow, Enter, Esc or Tab`() async {
    let plain: Set<Key> = [.up, .down, .left, .right, .enter, .escape, .tab]
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.adapt(to: Size(columns: 40, rows: 12))
    for key: Key in [.character("a"), .character("h"), .character("s"), .enter, .character("m")] {
      demo.type(key)
      for key in demo.bindings.flatMap(\.keys) where !plain.contains(key) {
        guard case .character(let character) = key else {
          Issue.record("\(key) is not on every terminal")
          continue
        }
        #expect(character.isASCII && (character.isLetter || character.isNumber))
      }
    }
  }

  @Test func `before the launch is over neither account nor history can be opened`() {
    var demo = Demo(presentation: Sample.presentation, lastSeen: Store(Sample.owner))
    _ = demo.update(.message(.launchIsSlow))
    demo.type(.enter)

    #expect(demo.type("ah") == [])
    #expect(demo.tab == .cars)
    demo.type(.tab, .tab)
    #expect(demo.tab == .cars)
  }

  @Test func `news from elsewhere move nothing`() async {
    var demo = await shop()
    demo.type(.down)
    let before = demo.selection
    _ = demo.update(.message(.arrived(ExternalTransaction(owned: Sample.owned(racecar)))))

    #expect(demo.selection == before)
    #expect(demo.notice?.text == "Race Car is yours.")
  }

  @Test func `q quits from everywhere`() async {
    var demo = Demo()
    #expect(demo.type("q") == [.quit])
    demo = await shop()
    #expect(demo.type("q") == [.quit])
    demo.type(.enter)
    #expect(demo.type("q") == [.quit])
  }

  @Test(arguments: [(1, 1), (20, 6), (2, 24), (80, 3), (200, 60), (40, 12)])
  func `no size breaks a screen`(columns: Int, rows: Int) async {
    for facts in [Sample.facts(), Sample.owner, Sample.lapsed, StoreFacts(now: Sample.now)] {
      var demo = await Sample.demo(facts, fuel: Sample.tank)
      for key: Key in [.character("s"), .down, .enter, .escape, .escape] {
        demo.type(key)
        let lines = demo.picture(columns: columns, rows: rows).split(separator: "\n")
        #expect(lines.allSatisfy { Width.columns(String($0)) <= columns })
      }
    }
  }
}
