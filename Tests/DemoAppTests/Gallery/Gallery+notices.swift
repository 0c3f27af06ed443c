import OpenStoreKit

@testable import DemoApp

extension Gallery {
  /// A notice of each tone, and what has changed by itself.
  static func notices() async -> [Entry] {
    let owner = await Sample.demo(Sample.owner, fuel: Sample.tank)
    let refunded = Sample.owned(.racecar, revoked: "2026-11-14")
    let facts = Sample.owner.with {
      $0.entitlements.removeLast()
      $0.latest = [refunded]
    }
    let restored = RestoreOutcome.done(found: ["Race Car", "Pro"], present: [])
    return [
      Entry(
        "notice-refund", "my cars",
        owner.receiving(
          .reloaded(Store(facts), fuel: [:]), .arrived([ExternalTransaction(owned: refunded)]))),
      Entry(
        "notice-restored", "shop",
        await Sample.shop(Sample.owner).typing("r").receiving(.restored(restored))),
      Entry("notice-disabled", "my cars", owner.typing("x")),
      Entry(
        "notice-failed", "my cars",
        owner.receiving(.failed(Notice(.bad, "The store cannot be reached.")))),
    ]
  }
}
