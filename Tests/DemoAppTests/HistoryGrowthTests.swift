import OpenStoreKit
import Testing

@testable import DemoApp

/// Adding transactions to what was read of a history.
@Suite struct HistoryGrowthTests {
  private static func bought(_ number: UInt64, revoked: String? = nil) -> HistoryEntry {
    Sample.purchase(
      .car, .nonConsumable, "1.99", bought: "2026-08-14", revoked: revoked, number: number)
  }

  private static let list = [bought(7), bought(5), bought(3)]

  private func numbers(_ list: [HistoryEntry]?) -> [UInt64]? {
    let first = Self.bought(0).owned.transactionID
    return list?.map { $0.owned.transactionID - first }
  }

  @Test(
    arguments: [
      ([9, 8], [9, 8, 7, 5, 3]), ([8, 9], [9, 8, 7, 5, 3]), ([5], [7, 5, 3]), ([], [7, 5, 3]),
      ([4], nil), ([2], nil), ([8, 4], nil),
    ] as [([UInt64], [UInt64]?)])
  func `what was bought since is first, and what is older must be read`(
    received: [UInt64], numbers: [UInt64]?
  ) {
    #expect(self.numbers(Self.list.grown(by: received.map { Self.bought($0) })) == numbers)
  }

  @Test func `a list with a transaction that has changed must be read again`() {
    let refunded = Self.bought(5, revoked: "2026-11-12")
    #expect(Self.list.grown(by: [refunded]) == nil)
    #expect([refunded].grown(by: [Self.bought(5)]) == nil)
    #expect([refunded].grown(by: [refunded]) == [refunded])

    var list = Self.list
    list[1].refundRequest = .pending
    #expect(list.grown(by: [Self.bought(5)]) == nil, "the request may have been granted")
  }

  @Test func `a period that begins before another of its group ends must be read with it`() {
    let first = Sample.pro("2026-10-14", until: "2026-11-14", number: 3)
    let next = Sample.pro("2026-11-14", until: "2026-12-14", number: 5)
    let early = Sample.pro("2026-11-13", until: "2026-12-13", number: 5)

    #expect([first].grown(by: [next]) == [next, first])
    #expect([first].grown(by: [early]) == nil)
  }
}
