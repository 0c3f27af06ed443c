import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// "Get Refund History".
@Suite(.hangLimit) struct RefundHistoryTests {
  private let shop: ServerShop

  init() async throws { shop = try await ServerShop() }

  @Test func `refunds come in the order of their dates, in pages of 20`() async throws {
    var bought: [TransactionID] = []
    for _ in 1...24 {
      bought += try await shop.buy("consumable.fuel.octane87").map(\.transactionId)
    }
    for id in bought.reversed() {
      _ = try await shop.store.refund(id)
      if id.rawValue.isMultiple(of: 2) { try await shop.fixture.advance("P1D") }
    }

    let first = try await refunds(of: bought[0])
    let second = try await refunds(of: bought[0], revision: first.revision)

    #expect(first.signedTransactions.count == 20 && first.hasMore)
    #expect(!second.hasMore)
    let ids = try await shop.ids(first.signedTransactions + second.signedTransactions)
    #expect(ids == bought.reversed())
  }

  @Test func `the last revision later returns new refunds, even at the same time`() async throws {
    let bought = try await shop.buy("nonconsumable.car", "nonconsumable.racecar")
      .map(\.transactionId)
    _ = try await shop.store.refund(bought[1])
    let first = try await refunds(of: bought[0])

    let nothing = try await refunds(of: bought[0], revision: first.revision)
    _ = try await shop.store.refund(bought[0])
    let news = try await refunds(of: bought[0], revision: nothing.revision)

    #expect(try await shop.ids(first.signedTransactions) == [bought[1]])
    #expect(nothing.signedTransactions.isEmpty && !nothing.hasMore)
    #expect(try await shop.ids(news.signedTransactions) == [bought[0]])
  }

  @Test func `a reversed refund is not in the history`() async throws {
    let id = try await shop.buy("nonconsumable.car")[0].transactionId
    let before = try await refunds(of: id)
    _ = try await shop.store.refund(id)
    _ = try await shop.store.perform(.reverseRefund(transactionID: id))

    let page = try await refunds(of: id, revision: before.revision)

    #expect(before.signedTransactions.isEmpty && page.signedTransactions.isEmpty)
  }

  @Test func `the purchaser has a refund, and the family member only loses the copy`() async throws
  {
    try await shop.fixture.perform(.beginFamily, as: shop.backend)
    try await shop.buy("nonconsumable.racecar", for: "bob")
    let shared = try #require(try await shop.backend.purchases().value.latest.last)
    let copy = try TransactionPayload.decoded(from: shared)
    try await shop.fixture.perform(.refundFamily, as: shop.backend)

    let member = try await refunds(of: copy.transactionId)
    let revoked = try await shop.ids(copy.transactionId, .with { $0.revoked = true })

    #expect(member.signedTransactions.isEmpty)
    #expect(revoked == [copy.transactionId])
    let bob = try await shop.fixture.device("watch", of: "bob")
    let own = try #require(
      try await bob.transactions(of: nil, includingFinishedConsumables: true).value.first)
    let purchaser = try await refunds(of: TransactionPayload.decoded(from: own).transactionId)
    let payload: TransactionPayload = try await shop.verified(
      try #require(purchaser.signedTransactions.first))
    #expect(payload.revocationType == .refundFull)
  }

  @Test func `a revision is valid for its customer only`() async throws {
    let alice = try await shop.buy("nonconsumable.car")[0].transactionId
    let bob = try await shop.fixture.device("watch", of: "bob")
      .buy("nonconsumable.car").transaction().transactionId
    let page = try await refunds(of: alice)

    await #expect(throws: APIError.invalidRequestRevision) {
      try await refunds(of: bob, revision: page.revision)
    }
    var history = TransactionHistoryRequest()
    history.revision = page.revision
    await #expect(throws: APIError.invalidRequestRevision) {
      try await shop.history(alice, history)
    }
  }

  private func refunds(
    of id: TransactionID, revision: String? = nil
  ) async throws -> RefundHistoryResponse {
    try await shop.store.refundHistory(
      AnyTransactionID("\(id)"), revision: revision, for: shop.caller)
  }
}
