import AppStorePayloads
import Foundation
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite struct EntitlementsTests {
  typealias Subscription = VerifiedPurchases.Subscription

  /// A plan whose period ends on 1 February.
  private static let plan = Signed.sample(
    4, of: "pro", .autoRenewable, expires: february(1))

  private static func february(_ day: Int) -> Date {
    Date(timeIntervalSince1970: 1_769_817_600 + Double(day) * 86_400)
  }

  private func entitling(
    _ latest: Signed<TransactionPayload>..., on date: Date = Self.february(0),
    subscription: Subscription? = nil
  ) -> [UInt64] {
    entitling(latest, subscription.map { [$0] } ?? [], on: date)
  }

  private func entitling(
    _ latest: [Signed<TransactionPayload>], _ subscriptions: [Subscription], on date: Date
  ) -> [UInt64] {
    var purchases = VerifiedPurchases(latest: latest, subscriptions: subscriptions)
    purchases.forgetEarlier()
    return purchases.entitlements(at: date).map(\.payload.transactionId.rawValue)
  }

  @Test(arguments: [
    (AppStorePayloads.ProductType.nonConsumable, true), (.consumable, false),
    (.nonRenewable, true),
  ])
  func `cars and passes entitle forever, fuel never does`(
    type: AppStorePayloads.ProductType, entitles: Bool
  ) {
    #expect(entitling(.sample(1, of: "product", type), on: .distantFuture).isEmpty == !entitles)
  }

  @Test func `a refunded car does not entitle`() {
    #expect(entitling(.sample { $0.revocationDate = .fixture }).isEmpty)
  }

  @Test(arguments: [Subscription.sample(plan), nil])
  func `a plan entitles until its period ends, with and without renewal info`(
    subscription: Subscription?
  ) {
    #expect(!entitling(Self.plan, subscription: subscription).isEmpty)
    let end = Self.february(1)
    #expect(entitling(Self.plan, on: end, subscription: subscription).isEmpty)
  }

  @Test func `a subscriber in grace is entitled after the expiration date`() {
    let grace = Subscription.sample(Self.plan) {
      $0.isInBillingRetryPeriod = true
      $0.gracePeriodExpiresDate = Self.february(17)
    }
    #expect(!entitling(Self.plan, on: Self.february(16), subscription: grace).isEmpty)
    #expect(entitling(Self.plan, on: Self.february(17), subscription: grace).isEmpty)
  }

  @Test func `a forged grace period and another subscription's do not entitle`() {
    let forged = Subscription.sample(Self.plan, renewalError: .signatureMismatch) {
      $0.gracePeriodExpiresDate = .distantFuture
    }
    #expect(entitling(Self.plan, on: Self.february(16), subscription: forged).isEmpty)
    let other = Subscription.sample(Self.plan) {
      $0.originalTransactionId = TransactionID(rawValue: 7)
      $0.gracePeriodExpiresDate = .distantFuture
    }
    #expect(entitling(Self.plan, on: Self.february(16), subscription: other).isEmpty)
  }

  @Test func `a forged period in a status does not revive a plan that has ended`() {
    let forged = Signed.sample(
      4, of: "pro", .autoRenewable, expires: .distantFuture, error: .signatureMismatch)
    #expect(
      entitling(Self.plan, on: Self.february(16), subscription: .sample(forged)).isEmpty)
  }

  @Test func `a plan that was upgraded does not entitle beside the higher one`() {
    var plan = Self.plan.payload
    plan.isUpgraded = true
    #expect(entitling(Signed(jws: "upgraded", payload: plan, error: nil)).isEmpty)
  }

  @Test func `of two transactions of a product the newer one entitles`() {
    #expect(entitling(.sample(1), .sample(2)) == [2])
  }

  @Test func `of the plans that two family members share, the one that goes on entitles`() {
    let plans = [Self.plan, Self.shared(5, until: 9), Self.shared(7, until: 1)]
    let subscriptions = plans.map { Subscription.sample($0) }
    #expect(entitling(plans, subscriptions, on: Self.february(0)) == [4, 5, 7])
    #expect(entitling(plans, subscriptions, on: Self.february(2)) == [5])
  }

  @Test func `of the cars that two family members share, the one that stays entitles`() {
    let car = Signed.sample(2) {
      $0.originalTransactionId = $0.transactionId
      $0.inAppOwnershipType = .familyShared
    }
    let other = Signed.sample(3) {
      $0.originalTransactionId = $0.transactionId
      $0.inAppOwnershipType = .familyShared
      $0.revocationDate = .fixture
    }
    #expect(entitling(.sample(1), car, other) == [1, 2])
  }

  /// A plan of a family member who has shared it since this transaction.
  private static func shared(_ id: UInt64, until day: Int) -> Signed<TransactionPayload> {
    .sample(id, of: "pro", .autoRenewable, expires: february(day)) {
      $0.originalTransactionId = $0.transactionId
      $0.inAppOwnershipType = .familyShared
    }
  }

  @Test func `a pass that was bought before a revoked one still entitles`() {
    let revoked = Signed.sample(2, of: "pass", .nonRenewable) { $0.revocationDate = .fixture }
    #expect(entitling(.sample(1, of: "pass", .nonRenewable), revoked) == [1])
  }

  @Test func `a forged newer transaction does not hide the true one`() {
    let forged = Signed.sample(2, error: .signatureMismatch) { $0.revocationDate = .fixture }
    #expect(entitling(.sample(1), forged) == [1])
  }

  @Test func `an introductory offer is for customers who have not used one of the group`() {
    let purchases = VerifiedPurchases(usedIntroductoryOffers: ["G"])
    #expect(!purchases.isEligibleForIntroductoryOffer(in: "G", at: .fixture))
    #expect(purchases.isEligibleForIntroductoryOffer(in: "H", at: .fixture))
  }

  @Test func `a present subscriber cannot have an introductory offer, a past or forged one can`() {
    let present = VerifiedPurchases(subscriptions: [.sample(Self.plan)])
    #expect(!present.isEligibleForIntroductoryOffer(in: "G", at: Self.february(0)))
    #expect(present.isEligibleForIntroductoryOffer(in: "G", at: Self.february(1)))
    let plan = Signed(jws: "forged", payload: Self.plan.payload, error: .signatureMismatch)
    let forged = VerifiedPurchases(subscriptions: [.sample(plan)])
    #expect(forged.isEligibleForIntroductoryOffer(in: "G", at: Self.february(0)))
  }
}
