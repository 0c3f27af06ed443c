import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

extension SKTestSessionTests {
  /// What Xcode's controls of a subscription do.
  @Suite struct SubscriptionControlTests {
    @Test func `a renewal is forced`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      let plan = try await session.buyProduct(identifier: "subscription.standard")

      try session.forceRenewalOfSubscription(productIdentifier: "subscription.standard")

      let renewed = await Transaction.latest(for: "subscription.standard")?.unsafePayloadValue
      #expect(renewed?.originalID == plan.id)
      #expect(renewed?.reason == .renewal)
      #expect(throws: SKTestError(.noSubscriptionFound)) {
        try session.forceRenewalOfSubscription(productIdentifier: "subscription.pro")
      }
      try session.disableAutoRenewForTransaction(identifier: UInt(plan.id))
      #expect(throws: SKTestError(.invalidAction)) {
        try session.forceRenewalOfSubscription(productIdentifier: "subscription.standard")
      }
    }

    @Test func `a billing issue is resolved`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      let plan = try await session.buyProduct(identifier: "subscription.standard")
      session.shouldEnterBillingRetryOnRenewal = true
      try session.forceRenewalOfSubscription(productIdentifier: "subscription.standard")
      #expect(await plan.subscriptionStatus?.state == .inBillingRetryPeriod)
      #expect(session.allTransactions().map(\.hasPurchaseIssue) == [true])
      session.shouldEnterBillingRetryOnRenewal = false

      try session.resolveIssueForTransaction(identifier: UInt(plan.id))

      #expect(await plan.subscriptionStatus?.state == .subscribed)
      #expect(session.allTransactions().map(\.hasPurchaseIssue) == [false, false])
      #expect(throws: SKTestError(.noTransactionFound)) {
        try session.resolveIssueForTransaction(identifier: 5)
      }
    }

    @Test func `a price increase is agreed to or declined`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      let plan = try await session.buyProduct(identifier: "subscription.standard")
      let id = UInt(plan.id)
      #expect(throws: SKTestError(.invalidAction)) {
        try session.consentToPriceIncreaseForTransaction(identifier: id)
      }

      try session.requestPriceIncreaseConsentForTransaction(identifier: id)
      #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [true])
      try session.consentToPriceIncreaseForTransaction(identifier: id)
      #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [false])
      let status = try #require(await plan.subscriptionStatus)
      #expect(try status.renewalInfo.payloadValue.priceIncreaseStatus == .agreed)

      try session.forceRenewalOfSubscription(productIdentifier: "subscription.standard")
      try session.requestPriceIncreaseConsentForTransaction(identifier: id)
      try session.declinePriceIncreaseForTransaction(identifier: id)
      #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [false, false])
      #expect(session.allTransactions().map(\.autoRenewingEnabled) == [false, false])
      #expect(throws: SKTestError(.noTransactionFound)) {
        try session.declinePriceIncreaseForTransaction(identifier: 5)
      }
    }
  }
}
