import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The colours and bold words of lists.
@Suite(.hangLimit) struct QuietListTests {
  private func mark(_ id: String, _ facts: StoreFacts) throws -> [Span] {
    let store = Store(facts)
    return Mark(store: store).spans(of: try #require(store.product(id)))
  }

  @Test(arguments: [
    (String.car, Sample.owner), (.pro, Sample.owner), (.pro, Sample.grace), (.pro, Sample.lapsed),
    (.car, Sample.facts(ordered: Sample.order(1, of: .car))),
  ])
  func `only the sign of a mark has a colour`(id: String, facts: StoreFacts) throws {
    let signs: [Role] = [.good, .warn, .bad]
    for span in try mark(id, facts) where signs.contains(span.style.role) {
      #expect(span.text.count == 1, "\(span.text)")
    }
  }

  @Test func `a price is the last thing in its row`() throws {
    let facts = Sample.facts(ordered: Sample.order(1, of: .car))
    #expect(try mark(.car, facts).text == "waiting for approval …   $1.99")
    #expect(try mark(.pro, Sample.lapsed).text == "ended ○   $4.99 / month")
  }

  @Test func `the price of a product that can be bought is not dim`() throws {
    #expect(try mark(.suv, Sample.owner).map(\.style) == [.price])
  }

  @Test func `a price that cannot be paid now is dim`() throws {
    #expect(try mark(.suv, Sample.owner.offline).map(\.style) == [.disabled])
    #expect(try mark(.pass, Sample.owner).map(\.style) == [.disabled])
  }

  @Test func `a store that does not answer is named in the first line, without a colour`()
    async
  {
    let slot = StatusSlot(demo: await Sample.demo(Sample.owner.offline)).spans(room: 40)
    #expect(slot.text == "◌ offline · as last seen")
    #expect(slot.map(\.style) == [.muted, .muted])
  }

  @Test(arguments: [
    (Sample.owner, "● Pro renews 14 Dec"), (Sample.grace, "◐ Pro: fix payment"),
    (Sample.lapsed, "○ Pro ended"),
  ])
  func `the first line names the plan on a screen of 60 columns`(
    facts: StoreFacts, slot: String
  ) async {
    let frame = await Sample.shop(facts).frame(columns: 60, rows: 24)
    #expect(frame.lines.first?.hasSuffix(slot) == true, "\(frame.lines.first ?? "")")
  }

  @Test func `only words that ask for something are bold`() async {
    let calm = StatusSlot(demo: await Sample.demo(Sample.owner)).spans(room: 60)
    let urgent = StatusSlot(demo: await Sample.demo(Sample.grace)).spans(room: 60)
    #expect(calm.map(\.style.isBold) == [false, false])
    #expect(urgent.map(\.style.isBold) == [false, true])
  }
}
