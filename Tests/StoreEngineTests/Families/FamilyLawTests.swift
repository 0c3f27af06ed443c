import Foundation
import StoreEngine
import TestSupport
import Testing

/// The members' purchases after any history of two families in one store.
///
/// `FAMILY_HISTORIES` sets the number of histories in a real store; the default is 12.
/// `FAMILY_LEDGER_HISTORIES` sets the number of those of the rules alone; the default is 400.
/// `FAMILY_FIRST_SEED` sets the first seed.
@Suite(.limit(minutes: 30)) struct FamilyLawTests {
  private static let first = number("FAMILY_FIRST_SEED") ?? 1
  private static let count = number("FAMILY_HISTORIES") ?? 12
  private static let ledgerCount = number("FAMILY_LEDGER_HISTORIES") ?? 400
  private static let parts = 4

  private static let expectedKinds: Set<String> = [
    "billingIssueChanged", "billingRetryBegan", "charged", "cutShort", "deleted", "expired",
    "familySharingChanged", "gracePeriodExpired", "offerRedeemed", "orderDeclined", "orderLapsed",
    "orderRepeated",
    "orderSettled", "orderWaits", "periodBegan", "priceChanged", "refundDeclined",
    "refundRequested", "refundReversed", "refunded",
    "renewalChanged", "renewalDateExtended", "revocationReversed", "revoked", "sharedPlanChanged",
    "sharingEnded", "upgraded",
  ]

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
  }

  @Test(arguments: 0..<FamilyLawTests.parts)
  func `a member has what the family shares, on each device, and nothing of another family`(
    part: Int
  ) async throws {
    for seed in stride(from: Self.first + part, to: Self.first + Self.count, by: Self.parts) {
      let history = try await FamilyHistory(seed: UInt64(seed), steps: 30)
      #expect(history.reports.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<FamilyLawTests.parts)
  func `small transactions lose and double nothing that crosses from one ledger to another`(
    part: Int
  ) async throws {
    for seed in stride(from: Self.first + part, to: Self.first + Self.ledgerCount, by: Self.parts) {
      let whole = try FamilyLedgerHistory(seed: UInt64(seed), limit: 1_000)
      #expect(whole.report == nil, "seed \(seed)")
      let parts = try FamilyLedgerHistory(seed: UInt64(seed), limit: 1 + seed % 3)
      #expect(parts.report == nil, "seed \(seed)")
      #expect(parts.store.ledgers == whole.store.ledgers, "seed \(seed)")
      // Other tests need the thread.
      await Task.yield()
    }
  }

  @Test func `every kind of event happens in families`() async throws {
    var kinds: Set<String> = []
    for seed in 1...400 {
      let changes = try FamilyLedgerHistory(seed: UInt64(seed), limit: 1_000).store.changes
      kinds.formUnion(changes.map(\.change.event.kind))
      await Task.yield()
    }

    #expect(Self.expectedKinds.subtracting(kinds).isEmpty)
  }
}

extension LedgerEvent {
  /// The name of its case.
  fileprivate var kind: String {
    Mirror(reflecting: self).children.first?.label ?? "\(self)"
  }
}
