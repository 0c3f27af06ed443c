import OpenStoreKit
import Testing

@testable import DemoApp

/// The storefront's texts about orders that wait, and about those that were not approved.
@Suite struct WaitingOrderTests {
  private let waiting = Sample.facts().with { $0.orders = Sample.orders(.racecar, .suv) }

  @Test func `while an order of fuel waits another one can be asked for`() throws {
    let store = Store(Sample.facts().with { $0.orders = Sample.orders(.fuel87, .suv) })
    #expect(store.reasonNotToSell(try #require(store.product(.fuel87))) == nil)
    #expect(store.reasonNotToSell(try #require(store.product(.suv))) != nil)
  }

  @Test(arguments: [
    (PendingOrder.State.declined, "Your request for Race Car was declined. You can ask again."),
    (.lapsed, "Race Car: nobody answered within 24 hours. You can ask again."),
  ])
  func `a wait that ends without a purchase is shown, and the product can be asked for again`(
    state: PendingOrder.State, sentence: String
  ) async {
    var demo = await Sample.demo(waiting)
    let ended = waiting.with {
      $0.orders[.racecar] = Sample.orders(.racecar, state: state)[.racecar]
    }

    demo.send(.reloaded(Store(ended), fuel: [:]))

    #expect(demo.notice == Notice(.attention, sentence))
    #expect(demo.launchResult?.availability(of: .racecar).buy != nil)
    #expect(demo.launchResult?.availability(of: .suv).buy == nil)
  }

  @Test func `what was interrupted can be bought again, and says how it ended`() async throws {
    let interrupted = Sample.facts().with {
      $0.orders = Sample.orders(.racecar, need: .accountStep)
    }
    var demo = await Sample.demo(interrupted)
    #expect(demo.launchResult?.availability(of: .racecar).buy != nil)
    let ended = interrupted.with {
      $0.orders = Sample.orders(.racecar, need: .accountStep, state: .declined)
    }

    demo.send(.reloaded(Store(ended), fuel: [:]))

    #expect(
      demo.notice?.text
        == "Race Car was not bought: the step in your account settings was not completed.")
  }

  @Test func `what lapsed while the app was closed is shown at its next launch`() async {
    var demo = Sample.newDemo(lastSeen: waiting)
    let ended = waiting.with { $0.orders = Sample.orders(.racecar, .suv, state: .lapsed) }

    demo.send(.launched(await Sample.launchResult(ended)))

    #expect(
      demo.notice?.text
        == "Race Car: nobody answered within 24 hours. You can ask again. "
        + "Sport Utility Vehicle: nobody answered within 24 hours. You can ask again.")
  }

  @Test func `what was approved is shown by its transaction alone`() async {
    var demo = await Sample.demo(waiting)

    demo.send(.reloaded(Store(Sample.facts()), fuel: [:]))

    #expect(demo.notice == nil)
  }

  @Test func `an order also waits for what a family member shares, and the screens say so`()
    async
  {
    let facts = waiting.with {
      var racecar = Sample.owned(.racecar)
      racecar.isFamilyShared = true
      $0.entitlements = [racecar]
    }
    let sentence = "Race Car is waiting for approval. Nothing is charged yet."

    #expect(Store(facts).state(of: .racecar) == .purchased, "it can be used")
    #expect(Store(facts).waitingSentence(of: .racecar) == sentence)
    #expect(await Sample.demo(facts).picture().contains(sentence))
    let page = await Sample.detail(.racecar, facts).picture()
    #expect(page.contains("Waiting for approval"))
    #expect(page.contains("shared"))
  }

  @Test func `an order also waits for a product that is no longer sold, and the screens say so`()
    async
  {
    let facts = waiting.with {
      $0.orders = Sample.orders(.racecar)
      $0.products.removeAll { $0.id == .racecar }
      $0.knownNames = [.racecar: "Race Car"]
    }

    #expect(Store(facts).waitingProducts == [.racecar])
    for (columns, rows) in [(80, 24), (40, 12)] {
      let picture = await Sample.demo(facts).picture(columns: columns, rows: rows)
      #expect(picture.contains("Race Car is waiting for"))
    }
    #expect(await Sample.demo(facts).picture().contains("Race Car waits for approval"))
  }

  @Test func `an order of another day names the day on which it was asked`() {
    let facts = waiting.with { $0.now = $0.now.addingTimeInterval(86_400) }

    #expect(
      Store(facts).waitingText(of: .suv)?.paragraph.contains("asked 14 Nov 2026, ") == true)
    #expect(Store(waiting).waitingText(of: .suv)?.paragraph.contains("2026") == false)
  }

  @Test(arguments: [
    ([1], "Fuel87 is waiting for approval. Nothing is charged yet."),
    ([3], "Fuel87 × 3 is waiting for approval. Nothing is charged yet."),
    ([1, 3], "2 orders of Fuel87 (4 in all) are waiting for approval. Nothing is charged yet."),
  ])
  func `the notice after an order says how many orders wait, and of how many units`(
    quantities: [Int], sentence: String
  ) async throws {
    let orders = zip(1..., quantities).map { Sample.order($0, quantity: $1) }
    var demo = await Sample.demo(
      Sample.facts().with { $0.orders = ProductOrders.byProduct(orders) })
    let fuel = try #require(demo.store?.product(.fuel87))

    demo.send(.ended(.pending(.approval), product: fuel, quantity: try #require(quantities.last)))

    #expect(demo.notice == Notice(.attention, sentence))
  }

  @Test func `orders of one product that wait for different things are distinguished`() async {
    let facts = Sample.facts(
      ordered: Sample.order(1, quantity: 2), Sample.order(2, need: .accountStep), Sample.order(3))
    let sentence =
      "2 orders of Fuel87 (3 in all) are waiting for approval. Nothing is charged yet. "
      + "Fuel87 is waiting for a step in your account settings. Nothing is charged yet."

    #expect(Store(facts).waitingSentence(of: .fuel87) == sentence)
    let picture = await Sample.demo(facts).picture()
    #expect(picture.contains("3 orders of Fuel87 wait"))
    let page = await Sample.detail(.fuel87, facts).picture()
    #expect(page.contains("2 orders wait for approval"))
    #expect(page.contains("Your purchase waits for a step"))
  }

  @Test(arguments: [
    (PendingOrder.State.waiting, "1 other order waits."),
    (.lapsed, "You can ask again."),
  ])
  func `orders that were declined and lapsed together are distinguished`(
    last: PendingOrder.State, rest: String
  ) async {
    var demo = await Sample.demo(
      Sample.facts(
        ordered: Sample.order(1), Sample.order(2, need: .accountStep), Sample.order(3),
        Sample.order(4)))

    demo.send(
      .reloaded(
        Store(
          Sample.facts(
            ordered: Sample.order(1, .declined), Sample.order(2, need: .accountStep, .declined),
            Sample.order(3, .lapsed), Sample.order(4, last))), fuel: [:]))

    #expect(
      demo.notice?.text
        == "Your request for Fuel87 was declined. Fuel87 was not bought: the step in your account "
        + "settings was not completed. Fuel87: nobody answered within 24 hours. \(rest)")
  }

  @Test func `the notice that orders wait goes with the last one`() async throws {
    let two = Sample.facts(ordered: Sample.order(1), Sample.order(2))
    var demo = await Sample.demo(two)
    let fuel = try #require(demo.store?.product(.fuel87))
    demo.send(.ended(.pending(.approval), product: fuel, quantity: 1))

    demo.send(.reloaded(Store(Sample.facts(ordered: Sample.order(2))), fuel: [:]))
    #expect(demo.notice?.text == "Fuel87 is waiting for approval. Nothing is charged yet.")
    demo.send(.reloaded(Store(Sample.facts()), fuel: [:]))
    #expect(demo.notice == nil)
  }

  @Test func `each order that is declined is shown, with how many others wait`() async throws {
    var demo = await Sample.demo(
      Sample.facts(ordered: Sample.order(1), Sample.order(2), Sample.order(3, quantity: 2)))
    let fuel = try #require(demo.store?.product(.fuel87))
    demo.send(.ended(.pending(.approval), product: fuel, quantity: 2))
    let declined = [
      (
        [Sample.order(1, .declined), Sample.order(2), Sample.order(3, quantity: 2)],
        "Your request for Fuel87 was declined. 2 other orders wait."
      ),
      (
        [Sample.order(2), Sample.order(3, quantity: 2, .declined)],
        "Your request for Fuel87 × 2 was declined. 1 other order waits."
      ),
      ([Sample.order(2, .declined)], "Your request for Fuel87 was declined. You can ask again."),
    ]
    for (orders, sentence) in declined {
      let facts = Sample.facts().with { $0.orders = ProductOrders.byProduct(orders) }
      demo.send(.reloaded(Store(facts), fuel: [:]))
      #expect(demo.notice == Notice(.attention, sentence))
    }
  }

  @Test func `what was declined before is not shown again, and two at once are one sentence`()
    async
  {
    var demo = await Sample.demo(
      Sample.facts(ordered: Sample.order(1, .lapsed), Sample.order(2), Sample.order(3)))

    demo.send(
      .reloaded(
        Store(
          Sample.facts(
            ordered: Sample.order(1, .lapsed), Sample.order(2, .declined),
            Sample.order(3, .declined))), fuel: [:]))

    #expect(demo.notice?.text == "2 requests for Fuel87 were declined. You can ask again.")
  }

  @Test func `an order that the store has not numbered yet is shown when it is declined`() async {
    var demo = await Sample.demo(Sample.facts(ordered: Sample.order(nil)))

    demo.send(.reloaded(Store(Sample.facts(ordered: Sample.order(4, .declined))), fuel: [:]))

    #expect(demo.notice?.text == "Your request for Fuel87 was declined. You can ask again.")
  }
}
