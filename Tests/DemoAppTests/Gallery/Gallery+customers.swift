import OpenStoreKit

@testable import DemoApp

extension Gallery {
  /// The garage and the account of customers with more than a plan.
  static func customers() async -> [Entry] {
    var entries: [Entry] = []
    for (state, facts) in samples {
      let history = state == "pass" ? History([]) : Sample.history
      let account = await Sample.account(facts, history: history)
      entries += [
        Entry(state, "my cars", await Sample.demo(facts, fuel: Sample.tank)),
        Entry(state, "account", account),
      ]
    }
    return entries + [Entry("account-life", "account", await wholeLife())]
  }

  /// A subscription with a trial, a gap and an agreed price.
  private static func wholeLife() async -> Demo {
    let status = Sample.status(.pro, .subscribed, began: "2026-11-14")
      .priced("4.99", .agreed, "5.99")
    let history = History([
      Sample.pro(
        "2026-05-14", until: "2026-06-14", number: 1, isFirst: true, price: "0.00",
        offer: .freeTrial),
      Sample.pro("2026-06-14", until: "2026-07-14", number: 2, price: "3.99"),
      Sample.pro("2026-09-14", until: "2026-10-14", number: 3, isFirst: true),
      Sample.pro("2026-11-14", until: "2026-12-14", number: 7),
    ])
    return await Sample.account(
      Sample.facts(eligible: false).with { $0.statuses = [status] }, history: history)
  }

  private static var samples: [(String, StoreFacts)] {
    [
      ("owner", Sample.owner), ("pass", Sample.passOwner), ("hybrid", Sample.hybrid),
      ("owner-offline", Sample.owner.offline), ("not-loaded", Sample.notLoaded),
      ("no-plan", Sample.facts().with { $0.entitlements = [Sample.owned(.car)] }),
      ("owner-grace", Sample.grace), ("owner-retry", owner(with: Sample.unpaid)),
      ("owner-lapsed", Sample.lapsed.with { $0.entitlements = [Sample.owned(.suv)] }),
      ("owner-not-verified", owner(with: Sample.status(.pro, .subscribed, isVerified: false))),
      (
        "car-refunded",
        Sample.facts().with { $0.latest = [Sample.owned(.racecar, revoked: "2026-11-12")] }
      ),
      ("car-pending", Sample.facts().with { $0.orders = Sample.orders(.racecar) }),
      ("fuel-pending", Sample.facts(ordered: Sample.order(1), Sample.order(2, quantity: 3))),
    ]
  }

  private static func owner(with status: PlanStatus) -> StoreFacts {
    Sample.owner.with { $0.statuses = [status] }
  }
}
