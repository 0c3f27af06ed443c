import DemoApp
import TerminalUI
import TestSupport
import Testing

/// Every screen in every state, as it stands on the terminal.
@Suite struct ScreenSnapshotTests {
  @Test func `a new customer is invited to the shop`() async throws {
    try await expectSizes(of: Sample.demo(Sample.facts()), named: "my-cars-new")
  }

  @Test func `an owner sees garage, fuel and plan`() async throws {
    try await expectSizes(of: Sample.demo(Sample.owner, fuel: Sample.tank), named: "my-cars-owner")
  }

  @Test func `an inactive customer is welcomed back`() async throws {
    try await expectSizes(of: Sample.demo(Sample.lapsed), named: "my-cars-inactive")
  }

  @Test func `an owner whose plan has ended is welcomed back to it`() async throws {
    var facts = Sample.lapsed
    facts.entitlements = [Sample.owned("nonconsumable.utilityvehicle")]
    try await expectPicture(of: facts, named: "my-cars-plan-ended")
  }

  @Test func `an owner without a plan is told so`() async throws {
    var facts = Sample.facts()
    facts.entitlements = [Sample.owned("nonconsumable.car")]
    try await expectPicture(of: facts, named: "my-cars-no-plan")
  }

  @Test func `a pass stands in the garage with its end`() async throws {
    var facts = Sample.facts()
    facts.entitlements = [
      Sample.owned("nonRenewing.standard", kind: .nonRenewable, expires: "2027-10-21")
    ]
    try await expectPicture(of: facts, named: "my-cars-pass")
  }

  @Test func `a plan in its grace period asks for the payment`() async throws {
    var facts = Sample.owner
    facts.statuses = [Sample.status("subscription.pro", .inGracePeriod, grace: "2026-11-30")]
    try await expectPicture(of: facts, named: "my-cars-grace")
  }

  @Test func `a plan in billing retry asks to verify the billing details`() async throws {
    var facts = Sample.facts(eligible: false)
    facts.statuses = [
      Sample.status("subscription.pro", .inBillingRetryPeriod, expires: "2026-11-10")
    ]
    try await expectPicture(of: facts, named: "my-cars-billing-retry")
  }

  @Test func `a customer whose only car was refunded can have it again`() async throws {
    var facts = Sample.facts()
    facts.latest = [Sample.owned("nonconsumable.racecar", revoked: "2026-11-12")]
    try await expectPicture(of: facts, named: "my-cars-refunded")
  }

  @Test func `an order that waits for approval stands in the garage`() async throws {
    var facts = Sample.facts()
    facts.pending = ["nonconsumable.racecar"]
    try await expectPicture(of: facts, named: "my-cars-pending")
  }

  @Test func `a store that does not answer leaves the garage open`() async throws {
    var facts = Sample.owner
    facts.offlineSince = Sample.date("2026-11-14T09:30:00Z")
    try await expectSizes(of: Sample.demo(facts), named: "my-cars-offline")
  }

  @Test func `a new customer sees what is sold`() async throws {
    try await expectSizes(of: shop(Sample.facts()), named: "shop-new")
  }

  @Test func `an owner sees in the shop what is theirs`() async throws {
    try await expectSizes(of: shop(Sample.owner, fuel: Sample.tank), named: "shop-owner")
  }

  @Test func `a plan is chosen among the cards`() async throws {
    var demo = await shop(Sample.facts())
    demo.type(.down, .down, .down, .right, .right)
    try expectSizes(of: demo, named: "shop-plan-selected")
  }

  @Test func `a lower plan says from when it is scheduled`() async throws {
    var facts = Sample.owner
    facts.statuses = [
      Sample.status("subscription.pro", .subscribed, next: "subscription.standard")
    ]
    let demo = await shop(facts)
    try expectSnapshot(of: demo.picture(), named: "shop-scheduled")
  }

  @Test func `a shop that could not be loaded can be tried again`() async throws {
    var facts = StoreFacts(now: Sample.now)
    facts.productFailure = "the store cannot be reached"
    try await expectSizes(of: shop(facts), named: "shop-not-loaded")
  }

  @Test func `a purchase that is under way is said`() async throws {
    var demo = await shop(Sample.facts())
    demo.type("b")
    try expectSnapshot(of: demo.picture(), named: "shop-buying")
  }

  @Test func `a restore says what it found`() async throws {
    var demo = await shop(Sample.owner)
    demo.type("r")
    _ = demo.update(.message(.restored(.done(found: ["Race Car", "Pro"], present: []))))
    try expectSnapshot(of: demo.picture(), named: "shop-restored")
  }

  @Test(arguments: [
    ("racecar", "nonconsumable.racecar"), ("pro", "subscription.pro"),
    ("pass", "nonRenewing.standard"), ("fuel", "consumable.fuel.octane87"),
    ("suv", "nonconsumable.utilityvehicle"),
  ])
  func `a product's page says what is bought`(name: String, id: String) async throws {
    try await expectSizes(of: detail(id, Sample.facts()), named: "detail-\(name)")
  }

  @Test(arguments: [
    ("racecar", "nonconsumable.racecar"), ("pro", "subscription.pro"),
    ("standard", "subscription.standard"), ("pass", "nonRenewing.standard"),
  ])
  func `a product's page says what an owner has`(name: String, id: String) async throws {
    let demo = await detail(id, Sample.owner, fuel: Sample.tank)
    try expectSnapshot(of: demo.picture(), named: "detail-\(name)-owner")
  }

  @Test func `several units of fuel are bought at once`() async throws {
    var demo = await detail("consumable.fuel.octane87", Sample.facts(), fuel: Sample.tank)
    demo.type(.up, .up)
    try expectSnapshot(of: demo.picture(), named: "detail-fuel-quantity")
  }

  @Test func `a terminal without Unicode gets the same screens in ASCII`() async throws {
    let demo = await shop(Sample.owner, fuel: Sample.tank)
    let picture = demo.picture(glyphs: .ascii)
    try expectSnapshot(of: picture, named: "shop-owner-ascii")
  }

  @Test func `a very wide terminal keeps the content in the middle`() async throws {
    let demo = await shop(Sample.owner, fuel: Sample.tank)
    try expectSnapshot(of: demo.picture(columns: 200, rows: 60), named: "shop-owner-200x60")
  }
}

extension ScreenSnapshotTests {
  private func shop(_ facts: StoreFacts, fuel: [String: Int] = [:]) async -> Demo {
    var demo = await Sample.demo(facts, fuel: fuel)
    demo.type("s")
    return demo
  }

  private func detail(
    _ id: String, _ facts: StoreFacts, fuel: [String: Int] = [:]
  ) async -> Demo {
    var demo = await shop(facts, fuel: fuel)
    for key in [Key.down, .down, .down, .down, .up, .right, .right] + [.up, .up, .up]
    where demo.selection != .product(id) {
      demo.type(key)
    }
    demo.type(.enter)
    return demo
  }

  private func expectPicture(of facts: StoreFacts, named name: String) async throws {
    let demo = await Sample.demo(facts)
    try expectSnapshot(of: demo.picture(), named: name)
  }

  private func expectSizes(of demo: Demo, named name: String) throws {
    try expectSnapshot(of: demo.picture(), named: name)
    try expectSnapshot(of: demo.picture(columns: 40, rows: 12), named: "\(name)-40x12")
  }
}
