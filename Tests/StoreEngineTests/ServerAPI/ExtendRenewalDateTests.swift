import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite(.hangLimit) struct ExtendRenewalDateTests {
  private func extend(
    _ id: AnyTransactionID, in fixture: StoreFixture, days: Int = 10, request: String = "outage",
    by caller: APICaller = .ofFixture
  ) async throws -> ExtendRenewalDateResponse {
    try await fixture.engine.extendRenewalDate(
      of: id,
      ExtendRenewalDateRequest(
        extendByDays: days, extendReasonCode: .serviceIssueOrOutage, requestIdentifier: request),
      for: caller)
  }

  /// A store whose customer has a plan since 21 January 2026, and its only transaction.
  private func subscribed() async throws -> (StoreFixture, TransactionPayload) {
    let fixture = try await StoreFixture.make()
    try await fixture.device("alpha").backend.buy("subscription.premium")
    return (fixture, try await fixture.latest(of: "alice"))
  }

  @Test func `the answer has the new date and the period's number, and the plan ends later`()
    async throws
  {
    let (fixture, plan) = try await subscribed()
    let end = try #require(plan.expiresDate)

    let answer = try await extend(.of(plan.transactionId), in: fixture)

    let later = end.addingTimeInterval(10 * 86_400)
    #expect(
      answer
        == ExtendRenewalDateResponse(
          originalTransactionId: plan.transactionId,
          webOrderLineItemId: try #require(plan.webOrderLineItemId), success: true,
          effectiveDate: later))
    #expect(try await fixture.listed(plan.transactionId).expiresDate == later)
  }

  @Test func `a repeated request gets the same answer, in every period, and extends once`()
    async throws
  {
    let (fixture, plan) = try await subscribed()
    let first = try await extend(.of(plan.transactionId), in: fixture)

    #expect(try await extend(.of(plan.transactionId), in: fixture) == first)
    #expect(try await extend(.of(plan.transactionId), in: fixture, days: 3) == first)
    try await fixture.advance("P3M")
    #expect(try await extend(.of(plan.transactionId), in: fixture) == first)
    #expect(
      try await fixture.notificationTypes(of: 1).filter { $0 == "RENEWAL_EXTENDED" }.count == 1)
  }

  @Test func `another process that repeats a request gets the same answer`() async throws {
    let (fixture, plan) = try await subscribed()
    let first = try await extend(.of(plan.transactionId), in: fixture)
    let other = try await fixture.another()

    let second = try await other.extendRenewalDate(
      of: .of(plan.transactionId),
      ExtendRenewalDateRequest(
        extendByDays: 10, extendReasonCode: .serviceIssueOrOutage, requestIdentifier: "outage"),
      for: .ofFixture)

    #expect(second == first)
  }

  @Test func `a third extension in a year is refused, and may be requested again later`()
    async throws
  {
    let (fixture, plan) = try await subscribed()
    _ = try await extend(.of(plan.transactionId), in: fixture, request: "first")
    _ = try await extend(.of(plan.transactionId), in: fixture, request: "second")

    await #expect(throws: APIError.subscriptionMaxExtension) {
      try await extend(.of(plan.transactionId), in: fixture, request: "third")
    }
    try await fixture.advance("P1Y")
    #expect(try await extend(.of(plan.transactionId), in: fixture, request: "third").success)
  }

  @Test func `a plan that has expired or whose payment fails is not extended`() async throws {
    let (fixture, plan) = try await subscribed()
    let id = plan.transactionId
    _ = try await fixture.engine.perform(.failBilling(subscription: .transaction(id)))
    try await fixture.advance("P1M")
    await #expect(throws: APIError.subscriptionExtensionIneligible) {
      try await extend(.of(id), in: fixture)
    }
    _ = try await fixture.engine.perform(.expire(subscription: .transaction(id)))
    await #expect(throws: APIError.subscriptionExtensionIneligible) {
      try await extend(.of(id), in: fixture)
    }
  }

  @Test(arguments: [
    (ExtensionError.freePeriod, APIError.subscriptionExtensionIneligible),
    (.billingIssue, .subscriptionExtensionIneligible), (.tooMany, .subscriptionMaxExtension),
  ])
  func `each reason of the store has Apple's number`(reason: ExtensionError, number: APIError) {
    let refused = StoreError.extensionRefused(productID: "subscription.premium", reason: reason)

    #expect(APIError(refused, orNotFound: .originalTransactionIdNotFound) == number)
  }

  @Test func `family members are extended with the purchaser, not on their own`() async throws {
    let fixture = try await StoreFixture.withFamily()
    let (alpha, _) = try await fixture.device("alpha")
    let plan = try await alpha.buy("subscription.premium").transaction()
    let shared = try await fixture.latest(of: "bob")

    await #expect(throws: APIError.familySharedSubscriptionExtensionIneligible) {
      try await extend(.of(shared.transactionId), in: fixture)
    }
    let answer = try await extend(.of(plan.transactionId), in: fixture)

    #expect(try await fixture.listed(shared.transactionId).expiresDate == answer.effectiveDate)
  }

  @Test func `only a subscription's original transaction is found`() async throws {
    let (fixture, _) = try await subscribed()
    let car = try await fixture.device("beta").backend.buy("nonconsumable.car").transaction()
    try await fixture.advance("P1M")
    let renewal = try await fixture.latest(of: "alice")
    try #require(renewal.transactionReason == .renewal)

    for id in [car.transactionId, renewal.transactionId] {
      await #expect(throws: APIError.originalTransactionIdNotFound) {
        try await extend(.of(id), in: fixture)
      }
    }
    await #expect(throws: APIError.originalTransactionIdNotFound) {
      try await extend(.unknown(), in: fixture)
    }
    await #expect(throws: APIError.originalTransactionIdNotFound) {
      try await extend(.of(renewal.originalTransactionId), in: fixture, by: .ofOtherApp)
    }
    await #expect(throws: APIError.invalidOriginalTransactionId) {
      try await extend(.ofApp(), in: fixture)
    }
    await #expect(throws: APIError.originalTransactionIdNotFound) {
      try await extend(.ofUnknownApp(), in: fixture)
    }
  }

  @Test func `days and identifiers have bounds`() async throws {
    let (fixture, plan) = try await subscribed()

    for days in [-1, 0, 91] {
      await #expect(throws: APIError.invalidExtendByDays) {
        try await extend(.of(plan.transactionId), in: fixture, days: days)
      }
    }
    for identifier in ["", String(repeating: "x", count: 129)] {
      await #expect(throws: APIError.invalidRequestIdentifier) {
        try await extend(.of(plan.transactionId), in: fixture, request: identifier)
      }
    }
    #expect(try await fixture.listed(plan.transactionId).expiresDate == plan.expiresDate)
  }
}
