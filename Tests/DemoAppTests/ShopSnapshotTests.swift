import DemoApp
import TerminalUI
import TestSupport
import Testing

/// The shop, before and after something was bought.
@Suite struct ShopSnapshotTests {
  @Test func `a new customer sees what is sold`() async throws {
    try await expectPictures(of: Sample.shop(Sample.facts()), named: "shop-new")
  }

  @Test func `an owner sees in the shop what is theirs`() async throws {
    try await expectPictures(
      of: Sample.shop(Sample.owner, fuel: Sample.tank), named: "shop-owner")
  }

  @Test func `a plan is chosen among the cards`() async throws {
    var demo = await Sample.shop(Sample.facts())
    demo.type(.down, .down, .down, .right, .right)
    try expectPictures(of: demo, named: "shop-plan-selected")
  }

  @Test func `a lower plan says from when it is scheduled`() async throws {
    var facts = Sample.owner
    facts.statuses = [
      Sample.status("subscription.pro", .subscribed, next: "subscription.standard")
    ]
    var demo = await Sample.shop(facts)
    demo.type(.down, .down, .down)
    try expectPictures(of: demo, named: "shop-scheduled")
  }

  @Test func `what had ended, waits or came back is marked`() async throws {
    var facts = Sample.lapsed
    facts.latest = [Sample.owned("nonconsumable.racecar", revoked: "2026-11-12")]
    facts.pending = ["nonconsumable.car", "consumable.fuel.octane87"]
    try await expectPictures(of: Sample.shop(facts), named: "shop-marks")
  }

  @Test func `a shop that could not be loaded can be tried again`() async throws {
    var facts = StoreFacts(now: Sample.now)
    facts.productFailure = "the store cannot be reached"
    try await expectPictures(of: Sample.shop(facts), named: "shop-not-loaded")
  }

  @Test func `while it is tried again it says so`() async throws {
    var facts = StoreFacts(now: Sample.now)
    facts.productFailure = "the store cannot be reached"
    var demo = await Sample.shop(facts)
    demo.type("t")
    try expectPictures(of: demo, named: "shop-trying-again")
  }

  @Test func `a store that does not answer sells nothing`() async throws {
    var facts = Sample.owner
    facts.offlineSince = Sample.date("2026-11-14T09:30:00Z")
    try await expectPictures(of: Sample.shop(facts), named: "shop-offline")
  }

  @Test func `a purchase that is under way is said`() async throws {
    var demo = await Sample.shop(Sample.facts())
    demo.type("b")
    try expectPictures(of: demo, named: "shop-buying")
  }

  @Test func `a restore says what it found`() async throws {
    var demo = await Sample.shop(Sample.owner)
    demo.type("r")
    _ = demo.update(.message(.restored(.done(found: ["Race Car", "Pro"], present: []))))
    try expectPictures(of: demo, named: "shop-restored")
  }

  @Test func `a very wide terminal keeps the content in the middle`() async throws {
    let demo = await Sample.shop(Sample.owner, fuel: Sample.tank)
    try expectSnapshot(of: demo.picture(columns: 200, rows: 60), named: "shop-owner-200x60")
  }

  @Test func `emoji stand before the names if they are asked for`() async throws {
    var presentation = Sample.presentation
    presentation.usesEmoji = true
    var demo = Demo(presentation: presentation, fuel: Sample.tank)
    _ = demo.update(.message(.personalised(await Sample.personalised(Sample.owner))))
    try expectSnapshot(of: demo.picture(), named: "emoji-my-cars")
    demo.type("s")
    try expectSnapshot(of: demo.picture(), named: "emoji-shop")
    demo.type(.enter)
    try expectSnapshot(of: demo.picture(), named: "emoji-detail")
  }
}
