import OpenStoreKit
import TerminalUI

@testable import DemoApp

extension Gallery {
  /// The page of each kind of product, for customers who can buy it and who have it.
  static func pages() async -> [Entry] {
    var entries: [Entry] = []
    for (state, id, facts) in samples {
      let demo = await Sample.detail(id, facts, fuel: Sample.tank)
      entries.append(Entry("page-\(state)", "page", demo))
    }
    let fuel = await Sample.detail(.fuel87, Sample.facts(), fuel: Sample.tank)
    entries.append(Entry("page-fuel", "several", fuel.typing(.up, .up)))
    entries.append(Entry("page-plan-offline", "scrolled", await scrolled()))
    return entries + (await drives())
  }

  private static var samples: [(String, String, StoreFacts)] {
    let shared = Sample.status(.pro, .subscribed).shared
    return [
      ("car", .racecar, Sample.facts()), ("car-owned", .racecar, Sample.owner),
      ("car-shared", .suv, Sample.facts()), ("fuel", .fuel87, Sample.facts()),
      ("pass", .pass, Sample.facts()), ("pass-withheld", .pass, Sample.owner),
      ("pass-owned", .pass, Sample.passOwner),
      ("plan", .pro, Sample.facts()), ("plan-owned", .pro, Sample.owner),
      ("plan-lower", .standard, Sample.owner), ("plan-grace", .pro, Sample.grace),
      ("plan-family", .pro, Sample.facts(eligible: false).with { $0.statuses = [shared] }),
      ("plan-offline", .pro, Sample.facts().offline),
      ("car-pending", .racecar, Sample.facts().with { $0.orders = Sample.orders(.racecar) }),
      (
        "car-declined", .racecar,
        Sample.facts().with { $0.orders = Sample.orders(.racecar, state: .declined) }
      ),
      (
        "plan-interrupted", .pro,
        Sample.facts().with { $0.orders = Sample.orders(.pro, need: .accountStep) }
      ),
      (
        "fuel-pending", .fuel87,
        Sample.facts(ordered: Sample.order(1), Sample.order(2, quantity: 3))
      ),
    ]
  }

  /// The last line of a page that is too high for a low screen.
  private static func scrolled() async -> Demo {
    var demo = await Sample.detail(.pro, Sample.facts().offline)
    demo.adapt(to: Size(columns: 40, rows: 12))
    for _ in 0..<20 { demo.type(.down) }
    return demo
  }

  /// A car that leaves at one side of its page and comes back at the other.
  private static func drives() async -> [Entry] {
    var demo = await Sample.detail(.racecar, Sample.owner, fuel: Sample.tank)
    demo.send(.drove(.fuel87, fuel: [.fuel87: 3]))
    var entries: [Entry] = []
    for step in 1...12 {
      if step % 4 == 1 { entries.append(Entry("drive", "step \(step)", demo)) }
      if let drive = demo.drive { demo.send(.ticked(drive)) }
    }
    return entries
  }
}
