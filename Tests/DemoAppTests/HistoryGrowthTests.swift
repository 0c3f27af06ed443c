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
      ([9, 8], true, [9, 8, 7, 5, 3]), ([8, 9], true, [9, 8, 7, 5, 3]), ([5], true, [7, 5, 3]),
      ([4], false, [7, 5, 4, 3]), ([2], false, [7, 5, 3]), ([2], true, [7, 5, 3, 2]),
      ([], false, [7, 5, 3]),
    ] as [([UInt64], Bool, [UInt64])])
  func `each transaction has its place, unless it is older than the list`(
    received: [UInt64], isComplete: Bool, numbers: [UInt64]
  ) {
    let grown = Self.list.grown(by: received.map { Self.bought($0) }, isComplete: isComplete)
    #expect(self.numbers(grown) == numbers)
  }

  @Test func `a row that has changed keeps what became of the request for its refund`() {
    var list = Self.list
    list[1].refundRequest = .declined

    let grown = list.grown(by: [Self.bought(5)], isComplete: true)

    #expect(grown == list)
  }

  @Test func `after a refund, or one that was reversed, the list must be read again`() {
    let refunded = Self.bought(5, revoked: "2026-11-12")
    #expect(Self.list.grown(by: [refunded], isComplete: true) == nil)
    #expect([refunded].grown(by: [Self.bought(5)], isComplete: true) == nil)
    #expect([refunded].grown(by: [refunded], isComplete: true) == [refunded])
  }
}
