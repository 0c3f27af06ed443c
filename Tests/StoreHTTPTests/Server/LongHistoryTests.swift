import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTPClient
import TestSupport
import Testing

/// A history that is larger than an answer may be is read over HTTP all the same.
@Suite(.hangLimit) struct LongHistoryTests {
  /// Less than the history below, and more than one of its pages.
  private static let answerLimit = 1 << 20

  @Test func `the client's limit is one of a page, and not of the history`() async throws {
    try await ServedStoreFixture.run { served in
      let (direct, registration) = try await served.store.device("laptop")
      try await served.store.recordFuel(600, of: registration)
      var settings = HTTPStore.Settings()
      settings.answerLimit = Self.answerLimit
      let remote = HTTPStore(try StoreAddress("http://127.0.0.1:\(served.port)"), settings)
        .backend(token: registration.token, instance: InstanceID(UUID()))

      let all = try await remote.transactions(of: nil, includingFinishedConsumables: true).value
      let listed = try await remote.transactions(of: nil, includingFinishedConsumables: false).value

      #expect(all.count == 600 && listed.isEmpty)
      #expect(all.map(\.utf8.count).reduce(0, +) > Self.answerLimit)
      let ids = try all.map { try TransactionPayload.decoded(from: $0).transactionId }
      #expect(ids == ids.sorted(by: >) && Set(ids).count == 600)
      let first = try await direct.transactions(
        TransactionsRequest(includingFinishedConsumables: true))
      #expect(first.value.signedTransactions.count == HistoryPage.limit)
    }
  }
}
