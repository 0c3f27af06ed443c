import DemoApp
import TerminalUI
import TestSupport
import Testing

/// The pages of the products, and the fuel store above them.
@Suite struct DetailSnapshotTests {
  @Test(arguments: [
    ("racecar", "nonconsumable.racecar"), ("pro", "subscription.pro"),
    ("pass", "nonRenewing.standard"), ("fuel", "consumable.fuel.octane87"),
    ("suv", "nonconsumable.utilityvehicle"),
  ])
  func `a product's page says what is bought`(name: String, id: String) async throws {
    try await expectPictures(of: Sample.detail(id, Sample.facts()), named: "detail-\(name)")
  }

  @Test(arguments: [
    ("racecar", "nonconsumable.racecar"), ("pro", "subscription.pro"),
    ("standard", "subscription.standard"), ("pass", "nonRenewing.standard"),
  ])
  func `a product's page says what an owner has`(name: String, id: String) async throws {
    let demo = await Sample.detail(id, Sample.owner, fuel: Sample.tank)
    try expectPictures(of: demo, named: "detail-\(name)-owner")
  }

  @Test func `a plan in its grace period says where the payment is mended`() async throws {
    var facts = Sample.owner
    facts.statuses = [
      Sample.status(
        "subscription.pro", .inGracePeriod, expires: "2026-11-13", grace: "2026-11-29")
    ]
    try await expectPictures(
      of: Sample.detail("subscription.pro", facts), named: "detail-pro-grace")
  }

  @Test func `several units of fuel are bought at once`() async throws {
    var demo = await Sample.detail(
      "consumable.fuel.octane87", Sample.facts(), fuel: Sample.tank)
    demo.type(.up, .up)
    try expectPictures(of: demo, named: "detail-fuel-quantity")
  }

  @Test func `a low page with news scrolls to its last line`() async throws {
    var facts = Sample.facts()
    facts.offlineSince = Sample.date("2026-11-14T09:30:00Z")
    var demo = await Sample.detail("subscription.pro", facts)
    demo.adapt(to: Size(columns: 40, rows: 12))
    try expectSnapshot(of: demo.picture(columns: 40, rows: 12), named: "detail-low-top")
    for _ in 0..<20 { demo.type(.down) }
    try expectSnapshot(of: demo.picture(columns: 40, rows: 12), named: "detail-low-end")
    demo.type(.up)
    #expect(demo.picture(columns: 40, rows: 12).contains("↓"))
  }

  @Test func `a car leaves on one side and comes back on the other`() async throws {
    var demo = await Sample.detail("nonconsumable.racecar", Sample.owner, fuel: Sample.tank)
    let fuel = "consumable.fuel.octane87"
    var effects = demo.update(.message(.drove(fuel, fuel: [fuel: 3])))
    for step in 1...3 {
      try expectSnapshot(of: demo.picture(), named: "driving-\(step)")
      guard case .tick(let drive)? = effects.first else {
        Issue.record("the drive ends early")
        return
      }
      effects = demo.update(.message(.ticked(drive)))
    }
    #expect(effects == [])
    try expectSnapshot(of: demo.picture(), named: "driving-home")
  }

  @Test func `the fuel store has the fuels beside each other`() async throws {
    var demo = await Sample.detail("nonconsumable.racecar", Sample.owner, fuel: Sample.tank)
    demo.type("f")
    demo.type(.right)
    try expectPictures(of: demo, named: "fuel-store")
  }
}
