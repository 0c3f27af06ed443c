import Foundation
import StoreAPI
import Testing

@testable import OpenStoreKit

@Suite struct EntitlementsTests {
  private func entitled(
    _ payload: TransactionPayload, on day: String = "2026-01-15",
    renewalInfo: RenewalInfoPayload? = nil, fault: SignatureFault? = nil
  ) throws -> Bool {
    let transaction = Signed(payload)
    let subscriptions = renewalInfo.map {
      CustomerHoldings.Subscription(
        groupID: "G", transaction: transaction, renewalInfo: Signed($0, fault: fault))
    }
    let holdings = CustomerHoldings(
      latest: [transaction], subscriptions: subscriptions.map { [$0] } ?? [])
    return try !holdings.entitlements(at: date(day)).isEmpty
  }

  @Test func `a car is kept`() throws {
    #expect(try entitled(.sample(type: .nonConsumable), on: "2036-01-01"))
  }

  @Test func `a refunded car is not kept`() throws {
    var car = try TransactionPayload.sample(type: .nonConsumable)
    car.revocationDate = try date("2026-01-02")
    #expect(try !entitled(car))
  }

  @Test func `fuel is never an entitlement`() throws {
    #expect(try !entitled(.sample(type: .consumable)))
  }

  @Test func `a pass counts for ever, because only the app knows its end`() throws {
    #expect(try entitled(.sample(type: .nonRenewable), on: "2036-01-01"))
  }

  @Test func `a plan counts until the moment its period ends`() throws {
    let plan = try TransactionPayload.sample(type: .autoRenewable, expires: date("2026-02-01"))
    #expect(try entitled(plan, on: "2026-01-31", renewalInfo: .sample()))
    #expect(try !entitled(plan, on: "2026-02-01", renewalInfo: .sample()))
  }

  @Test func `a subscriber in grace is served after the expiration date`() throws {
    let plan = try TransactionPayload.sample(type: .autoRenewable, expires: date("2026-02-01"))
    var renewal = try RenewalInfoPayload.sample()
    renewal.isInBillingRetryPeriod = true
    renewal.gracePeriodExpiresDate = try date("2026-02-17")
    #expect(try entitled(plan, on: "2026-02-16", renewalInfo: renewal))
    #expect(try !entitled(plan, on: "2026-02-17", renewalInfo: renewal))
  }

  @Test func `a forged grace period serves nobody`() throws {
    let plan = try TransactionPayload.sample(type: .autoRenewable, expires: date("2026-02-01"))
    var renewal = try RenewalInfoPayload.sample()
    renewal.gracePeriodExpiresDate = try date("2036-02-17")
    #expect(
      try !entitled(plan, on: "2026-02-16", renewalInfo: renewal, fault: .signatureMismatch))
  }

  @Test func `a plan that was upgraded does not count beside the higher one`() throws {
    var plan = try TransactionPayload.sample(type: .autoRenewable, expires: date("2026-02-01"))
    plan.isUpgraded = true
    #expect(try !entitled(plan, renewalInfo: .sample()))
  }

  @Test func `a plan without renewal info ends with its period`() throws {
    let plan = try TransactionPayload.sample(type: .autoRenewable, expires: date("2026-02-01"))
    #expect(try entitled(plan, on: "2026-01-31"))
    #expect(try !entitled(plan, on: "2026-02-01"))
  }

  @Test func `who has had an introductory offer in the group cannot have another`() throws {
    let holdings = CustomerHoldings(usedIntroductoryOffers: ["G"])
    let now = try date("2026-01-15")
    #expect(!holdings.isEligibleForIntroductoryOffer(in: "G", at: now))
    #expect(holdings.isEligibleForIntroductoryOffer(in: "H", at: now))
  }

  @Test func `a present subscriber cannot have an introductory offer, a past one can`() throws {
    let plan = try TransactionPayload.sample(type: .autoRenewable, expires: date("2026-02-01"))
    let holdings = CustomerHoldings(subscriptions: [
      .init(groupID: "G", transaction: Signed(plan), renewalInfo: Signed(try .sample()))
    ])
    #expect(!holdings.isEligibleForIntroductoryOffer(in: "G", at: try date("2026-01-31")))
    #expect(holdings.isEligibleForIntroductoryOffer(in: "G", at: try date("2026-02-01")))
  }

  @Test func `of two transactions of a product the newer one counts`() throws {
    let first = Signed(try TransactionPayload.sample(1, type: .nonRenewable))
    let second = Signed(
      jws: "second", payload: try TransactionPayload.sample(2, type: .nonRenewable), fault: nil)
    let holdings = CustomerHoldings(latest: [first]).including(second, isNew: true)
    #expect(holdings.latest.map(\.payload.transactionId.rawValue) == [2])
    #expect(holdings.unfinished.map(\.payload.transactionId.rawValue) == [2])
  }
}
