import GRDB
import StoreAPI
import StoreEngine
import Testing

@testable import StoreSQLite

@Suite struct StoreRulesMigrationTests {
  /// The columns of switches, and the rules that they have become.
  private static let switches: [(column: String, rule: @Sendable (StoreRules) -> Bool)] = [
    ("is_renewal_limited", \.isRenewalLimited), ("renewals_fail", \.renewalsFail),
    ("ask_to_buy", \.askToBuy), ("interrupted_purchases", \.interruptedPurchases),
    ("refunds_at_once", \.refundsAtOnce),
  ]

  @Test(arguments: switches.indices)
  func `a store keeps its rules in the step that makes them one text`(index: Int) throws {
    let queue = try DatabaseQueue()
    let earlier = DatabaseSchema.migrations.prefix { $0.name != "rules of the store" }
    try DatabaseSchema.migrator(Array(earlier)).migrate(queue)
    let values = Self.switches.indices.map { $0 == index ? "1" : "0" }.joined(separator: ", ")
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO store (id, bundle_id, root_hash, storefront, locale, pace, clock_offset,
            last_now, epoch, renewal_limit, grace_period, grace_period_renewal_type,
            \(Self.switches.map(\.column).joined(separator: ", ")))
          VALUES (1, 'com.example.skdemo', zeroblob(32), 'USA', 'en_US', 1002, 0, 0, 1, 12, 16,
            'PAID_TO_PAID_ONLY', \(values))
          """)
    }

    try DatabaseSchema.migrator.migrate(queue)

    let rules = try queue.read { try StoreRow.existing($0) }.rules
    #expect(rules.timeRate == .oneRenewalEveryMinute)
    #expect(rules.gracePeriod == .days16 && rules.gracePeriodRenewalType == .paidToPaidOnly)
    #expect(Self.switches.map { $0.rule(rules) } == Self.switches.indices.map { $0 == index })
  }
}
