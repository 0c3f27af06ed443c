import AppStorePayloads
import Foundation
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite struct YieldedTransactionsTests {
  private static func refunded(_ id: UInt64) -> TransactionPayload {
    .sample(id) { $0.revocationDate = .fixture }
  }

  @Test func `each state of a transaction is new once, and an earlier one again`() {
    var states = YieldedTransactions()
    let payloads: [TransactionPayload] = [
      .sample(1), .sample(1), Self.refunded(1), Self.refunded(1), .sample(1),
    ]
    let new = payloads.map { states.insert($0) }
    #expect(new == [true, false, true, false, true])
  }

  @Test func `a state does not depend on when it was signed`() {
    var states = YieldedTransactions()
    _ = states.insert(.sample(1))
    let isNew = states.insert(.sample(1) { $0.signedDate += 60 })
    #expect(!isNew)
  }

  @Test func `only the last transactions are remembered`() {
    var states = YieldedTransactions(capacity: 3)
    for id in 1...100 as ClosedRange<UInt64> { _ = states.insert(.sample(id)) }
    let new = ([97, 98, 99, 100] as [UInt64]).map { states.insert(.sample($0)) }
    // 97 was forgotten, so it is new and takes the place of 98, and so on.
    #expect(new == [true, true, true, true])
    let last = states.insert(.sample(100))
    #expect(!last)
  }
}
