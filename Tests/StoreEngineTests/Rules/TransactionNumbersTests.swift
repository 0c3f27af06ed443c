import AppStorePayloads
import StoreEngine
import TestSupport
import Testing

@Suite struct TransactionNumbersTests {
  private static let customers = (1...300).map { CustomerNumber(rawValue: Int64($0)) }

  @Test(arguments: [.original, TransactionNumbers(first: 1_500_000_000_000_000_000)])
  func `no number is given twice, to transactions or to their periods`(
    numbers: TransactionNumbers
  ) {
    var given: Set<UInt64> = []
    for customer in Self.customers {
      for count in UInt64(1)...300 {
        given.insert(numbers.transaction(count, of: customer).rawValue)
        given.insert(numbers.lineItem(count, of: customer))
      }
    }
    #expect(given.count == 2 * 300 * 300)
  }

  @Test func `a store that was never restored numbers as it always did`() {
    let alice = CustomerNumber(rawValue: 7)
    #expect(TransactionNumbers.original.transaction(3, of: alice).rawValue == 7_000_000_003)
    #expect(TransactionNumbers.original.lineItem(3, of: alice) == 7_500_000_003)
  }

  @Test func `a customer's numbers grow, also from a store to the one that is restored from it`()
    throws
  {
    var generator = SeededGenerator(seed: 1)
    var last = TransactionNumbers.original.transaction(499_999_999, of: Self.customers[299])
    var former = TransactionNumbers.original
    for _ in 1...200 {
      let numbers = try #require(
        TransactionNumbers.restored(after: last, of: former, using: &generator))
      #expect(numbers.lineItem(1, of: Self.customers[0]) > last.rawValue + 1)
      let counts: [UInt64] = [1, 2, 300, 1_000_000]
      let given = counts.map { numbers.transaction($0, of: Self.customers[299]) }
      #expect(given == given.sorted() && Set(given).count == counts.count)
      last = given[3]
      former = numbers
    }
  }

  @Test func `stores restored from one backup have no number in common`() throws {
    var generator = SeededGenerator(seed: 2)
    var given: Set<TransactionID> = []
    for _ in 1...100 {
      let numbers = try #require(
        TransactionNumbers.restored(
          after: TransactionID(rawValue: 1_000_000_009), of: .original, using: &generator))
      for customer in Self.customers {
        for count in UInt64(1)...10 { given.insert(numbers.transaction(count, of: customer)) }
      }
    }
    #expect(given.count == 100 * 300 * 10)
  }

  @Test func `ten thousand restored stores, each from the one before, all have numbers`() throws {
    var generator = SeededGenerator(seed: 3)
    var last: TransactionID?
    var former = TransactionNumbers.original
    for _ in 1...10_000 {
      let numbers = try #require(
        TransactionNumbers.restored(after: last, of: former, using: &generator))
      last = numbers.transaction(1_000, of: Self.customers[299])
      former = numbers
    }
  }

  @Test func `a backup whose IDs are nearly at the end is refused, and does not crash`() {
    var generator = SeededGenerator(seed: 4)
    for id in [UInt64(Int64.max) - 1 << 51, UInt64(Int64.max) - 1, UInt64(Int64.max)] {
      let last = TransactionID(rawValue: id)
      let numbers = TransactionNumbers.restored(after: last, of: .original, using: &generator)
      #expect(numbers == nil)
    }
  }
}
