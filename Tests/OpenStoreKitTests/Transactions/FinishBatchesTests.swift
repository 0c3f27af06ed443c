import AppStorePayloads
import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `FinishBatches.swift`.
@Suite struct FinishBatchesTests {
  @Test func `1 to 4, what comes during a request shares the next`() {
    var batches = FinishBatches<String>()
    let begins = batches.add(1, "a")
    let first = batches.next()
    let others = [batches.add(2, "b"), batches.add(3, "c")]
    let second = batches.next()
    let third = batches.next()

    #expect(begins)
    #expect(others == [false, false])
    #expect(first?.ids.map(\.rawValue) == [1])
    #expect(second?.ids.map(\.rawValue) == [2, 3])
    #expect(third == nil)
    let beginsAgain = batches.add(4, "d")
    #expect(beginsAgain)
  }

  @Test func `5, an ID that is finished twice is sent once, and both are answered`() {
    var batches = FinishBatches<String>()
    for (id, waiter) in [(1, "a"), (2, "b"), (1, "c")] { _ = batches.add(id, waiter) }
    let batch = batches.next()

    #expect(batch?.ids.map(\.rawValue) == [1, 2])
    #expect(batch?.waiters.map(\.waiter) == ["a", "b", "c"])
  }

  @Test func `6, an ID that comes after its batch was taken is sent again`() {
    var batches = FinishBatches<String>()
    _ = batches.add(1, "a")
    _ = batches.next()
    _ = batches.add(1, "b")
    let second = batches.next()
    #expect(second?.waiters.map(\.waiter) == ["b"])
  }

  @Test func `a request has at most as many transactions as the store takes`() {
    var batches = FinishBatches<Int>()
    for number in 1...250 { _ = batches.add(number, number) }
    let sizes = (1...4).map { _ in batches.next()?.ids.count }

    #expect(sizes == [100, 100, 50, nil])
  }

  @Test func `the transactions of one call are in one batch, with what waited before them`() {
    var batches = FinishBatches<String>()
    _ = batches.add(1, "a")
    let begins = batches.add([2, 3].map(TransactionID.init(rawValue:)), "b")
    let batch = batches.next()

    #expect(!begins)
    #expect(batch?.ids.map(\.rawValue) == [1, 2, 3])
    #expect(batch?.waiters.map(\.waiter) == ["a", "b", "b"])
  }
}

extension FinishBatches {
  fileprivate mutating func add(_ id: Int, _ waiter: Waiter) -> Bool {
    add([TransactionID(rawValue: UInt64(id))], waiter)
  }
}
