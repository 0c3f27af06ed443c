import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

/// No request signs more than a page, however much a customer has bought.
@Suite(.hangLimit) struct PageLimitTests {
  @Test func `a page has at most 100 transactions, whatever limit is asked for`() async throws {
    let store = try await StoreFixture.make()
    let (backend, registration) = try await store.device("laptop")
    try await RecordedHistory.add(
      150, of: registration.token, in: store.folder.appending(path: "store.sqlite"),
      isFinished: false)

    for limit in [-1, 0, 101, Int.max] {
      let page = try await backend.transactions(TransactionsRequest(limit: limit)).value
      let unfinished = try await backend.unfinished(after: nil, limit: limit).value

      let expected = limit < 1 ? 1 : 100
      #expect(page.signedTransactions.count == expected && page.hasMore)
      #expect(unfinished.transactions.count == expected && unfinished.hasMore)
    }
    #expect(try await backend.purchases().value.latest.isEmpty, "fuel is not in the purchases")
  }

  @Test func `purchases have one transaction of each product after ten years of renewals`()
    async throws
  {
    let store = try await StoreFixture.make()
    let (backend, _) = try await store.device("laptop")
    try await backend.buy("subscription.pro")
    try await backend.buy("nonconsumable.car")

    try await store.advance("P10Y")
    let all = try await backend.transactions(of: nil, includingFinishedConsumables: true).value

    #expect(all.count > 100)
    #expect(try await backend.purchases().value.latest.count == 2)
  }

  @Test(arguments: [1, 1 << 53], [1, UInt64.max])
  func `a revision is read as the position that it was written for`(epoch: Int, id: UInt64) {
    let position = HistoryPosition(epoch: epoch, last: TransactionID(rawValue: id))

    #expect(HistoryPosition(revision: position.revision) == position)
    #expect(position.revision.utf8.count <= 64)
  }

  @Test(arguments: ["", "MDEuMQ", "MS4wMQ", "KzEuMQ", "MS4x.", "MS4x\n", "MS4yLjM"])
  func `text that is not a revision gives nil`(text: String) {
    // Among them "01.1", "1.01", "+1.1" and "1.2.3".
    #expect(HistoryPosition(revision: text) == nil)
  }
}
