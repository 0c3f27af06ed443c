import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The plans beside each other in the shop.
@Suite(.hangLimit) struct PlanCardTests {
  private func lines(_ facts: StoreFacts) async -> [String] {
    await Sample.shop(facts).frame(columns: 80, rows: 24).lines
  }

  private func top(_ facts: StoreFacts) async throws -> String {
    try #require(await lines(facts).first { $0.contains(" Standard ") && $0.contains("╮") })
  }

  @Test func `each feature is in one row of all plans, with or without a check mark`() async {
    let lines = await lines(Sample.facts())
    let rows = ["navigation", "dash cam", "autopilot"].map { feature in
      lines.first { $0.contains("✓ \(feature)") }?.count { $0 == "✓" }
    }
    #expect(rows == [3, 2, 1])
  }

  @Test func `the customer's own plan has the heavy border and says so in it`() async throws {
    let top = try await top(Sample.owner)
    #expect(top.contains("┏━ Pro ━"))
    #expect(top.contains("your plan ● ┓"))
    #expect(top.contains("╭─ Premium ─"))
  }

  @Test func `the offer for a new customer is a badge, and the regular price follows`() async throws
  {
    #expect(try await top(Sample.facts()).contains("╭─ Pro ── 2 mo · $1.99 ╮"))
    #expect(await lines(Sample.facts()).contains { $0.contains("then $4.99 / month") })
  }

  @Test func `another plan says when it would begin`() async {
    #expect(await lines(Sample.owner).contains { $0.contains("│ from 14 Dec 2026     │") })
  }

  @Test func `the selected plan is marked in its title`() async throws {
    var demo = await Sample.shop(Sample.facts())
    while demo.selection != .product(.standard) { demo.type(.down) }
    let frame = demo.frame(columns: 80, rows: 24)
    let row = try #require(frame.lines.firstIndex { $0.contains("╭▌ Standard ─") })
    #expect(frame[Point(column: 6, row: row)].style == Style.plain.reversed())
  }

  @Test func `a press on any row of a card chooses its plan`() async throws {
    var demo = await Sample.shop(Sample.facts())
    let frame = demo.frame(columns: 80, rows: 24)
    let row = try #require(frame.lines.firstIndex { $0.contains("✓ autopilot") })
    let press = try #require(frame.press(at: Point(column: 60, row: row)))
    _ = demo.update(.input(press.input))
    #expect(demo.selection == .product(.pro))
  }

  @Test func `a narrow shop says what each plan adds`() async {
    var demo = await Sample.shop(Sample.facts())
    demo.adapt(to: Size(columns: 40, rows: 40))
    let lines = demo.frame(columns: 40, rows: 40).lines
    #expect(lines.contains { $0.contains("adds dash cam") })
    #expect(lines.contains { $0.contains("adds autopilot") })
  }

  @Test func `without features the plans' descriptions are shown`() async {
    var demo = Demo()
    var presentation = Sample.presentation
    for id in presentation.products.keys { presentation.products[id]?.features = [] }
    demo.send(.opened(presentation, lastSeen: nil, fuel: [:]))
    demo.send(.launched(await Sample.launchResult(Sample.facts())))
    demo.type("s")
    #expect(demo.picture().contains("assistance and dash"))
    #expect(!demo.picture().contains("✓"))
  }
}
