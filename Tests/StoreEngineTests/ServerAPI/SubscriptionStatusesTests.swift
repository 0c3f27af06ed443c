import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// "Get All Subscription Statuses".
@Suite(.hangLimit) struct SubscriptionStatusesTests {
  private static let plan = "subscription.standard"
  private let shop: ServerShop

  init() async throws { shop = try await ServerShop() }

  @Test func `an active plan is answered with its latest period and its renewal`() async throws {
    let bought = try await shop.buy(Self.plan)[0]
    try await shop.fixture.advance("P1M")
    let device = try #require(try await shop.backend.purchases().value.subscriptions.first)

    let answer = try await statuses(bought.transactionId)

    #expect(answer.bundleId == StoreEngine.defaultBundleID && answer.environment == .sandbox)
    let group = try #require(answer.data.first)
    #expect(group.subscriptionGroupIdentifier == bought.subscriptionGroupIdentifier)
    let item = try #require(group.lastTransactions.first)
    #expect(item.status == .active)
    #expect(item.originalTransactionId == bought.transactionId)
    let transaction: TransactionPayload = try await shop.verified(item.signedTransactionInfo)
    let renewal: RenewalInfoPayload = try await shop.verified(item.signedRenewalInfo)
    #expect(try transaction.unsigned == device.transaction().unsigned)
    #expect(try renewal.unsigned == device.renewalInfo().unsigned)
    #expect(transaction.transactionReason == .renewal)
  }

  @Test func `a plan has each of the five statuses in its time`() async throws {
    let id = try await shop.buy(Self.plan)[0].transactionId
    var seen = [try await status(of: id)]

    _ = try await shop.store.perform(.setGracePeriod(gracePeriod: .days16))
    _ = try await shop.store.perform(
      .failBilling(subscription: .product(Self.plan, account: nil)))
    for duration in ["P1M", "P20D", "P60D"] {
      try await shop.fixture.advance(duration)
      seen.append(try await status(of: id))
    }
    let new = try await shop.buy(Self.plan)[0].transactionId
    _ = try await shop.store.refund(new)
    seen.append(try await status(of: id))

    #expect(seen == [.active, .billingGracePeriod, .billingRetry, .expired, .revoked])
  }

  @Test func `only subscriptions with a status that is asked for are answered`() async throws {
    let id = try await shop.buy(Self.plan)[0].transactionId

    #expect(try await statuses(id, [.expired, .active]).data.count == 1)
    #expect(try await statuses(id, [.expired, .revoked]).data == [])
  }

  @Test func `a customer without a subscription has no group`() async throws {
    let id = try await shop.buy("nonconsumable.car")[0].transactionId

    #expect(try await statuses(id).data == [])
  }

  @Test func `an own plan and a shared plan are two subscriptions of the group`() async throws {
    try await shop.fixture.perform(.beginFamily, as: shop.backend)
    for account in ["alice", "bob"] { try await shop.buy(Self.plan, for: account) }
    let customer = try AnyTransactionID(CustomerNumber(rawValue: 1).appTransactionID)

    let answer = try await shop.store.subscriptionStatuses(
      customer, statuses: [], for: shop.caller)

    let items = try #require(answer.data.first).lastTransactions
    let payloads = try await items.asyncMap {
      try await shop.verified($0.signedTransactionInfo, as: TransactionPayload.self)
    }
    #expect(answer.data.count == 1)
    #expect(Set(payloads.map(\.inAppOwnershipType)) == [.purchased, .familyShared])
    #expect(items.map(\.originalTransactionId) == payloads.map(\.originalTransactionId))
    #expect(items.map(\.status) == [.active, .active])
  }

  @Test func `an unknown transaction has no statuses`() async throws {
    await #expect(throws: APIError.transactionIdNotFound) {
      try await statuses(TransactionID(rawValue: 7))
    }
  }

  private func statuses(
    _ id: TransactionID, _ statuses: Set<SubscriptionStatusCode> = []
  ) async throws -> StatusResponse {
    try await shop.store.subscriptionStatuses(
      AnyTransactionID("\(id)"), statuses: statuses, for: shop.caller)
  }

  private func status(of id: TransactionID) async throws -> SubscriptionStatusCode? {
    try await statuses(id).data.first?.lastTransactions.first?.status
  }
}
