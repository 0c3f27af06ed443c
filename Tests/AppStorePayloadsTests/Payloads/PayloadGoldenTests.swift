import AppStorePayloads
import Foundation
import Testing

/// Returns the JSON of a payload, formatted by `JSONSerialization` to show its JSON types.
private func json(of payload: some Encodable) throws -> String {
  let json = try JSONSerialization.jsonObject(with: JSONEncoder.payload.encode(payload))
  let data = try JSONSerialization.data(
    withJSONObject: json, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self)
}

@Suite struct PayloadGoldenTests {
  @Test func `a non-consumable has the fields that the App Store signs`() throws {
    #expect(
      try json(of: TransactionPayload.car) == """
        {
          "appTransactionId" : "704000000000000001",
          "bundleId" : "com.example.skdemo",
          "currency" : "USD",
          "environment" : "Sandbox",
          "inAppOwnershipType" : "PURCHASED",
          "originalPurchaseDate" : 1781524800000,
          "originalTransactionId" : "1000000001",
          "price" : 4990,
          "productId" : "nonconsumable.racecar",
          "purchaseDate" : 1781524800000,
          "quantity" : 1,
          "signedDate" : 1781524800000,
          "storefront" : "USA",
          "storefrontId" : "143441",
          "transactionId" : "1000000001",
          "transactionReason" : "PURCHASE",
          "type" : "Non-Consumable"
        }
        """)
  }

  @Test func `a plan's transaction has every field that Apple documents for it`() throws {
    #expect(
      try json(of: TransactionPayload.plan) == """
        {
          "appAccountToken" : "a1000000-0000-4000-8000-00000000000a",
          "appTransactionId" : "704000000000000001",
          "bundleId" : "com.example.skdemo",
          "currency" : "USD",
          "deviceVerification" : "\(hash)",
          "deviceVerificationNonce" : "b2000000-0000-4000-8000-00000000000b",
          "environment" : "Sandbox",
          "expiresDate" : 1784116800001,
          "inAppOwnershipType" : "FAMILY_SHARED",
          "isUpgraded" : true,
          "offerDiscountType" : "PAY_UP_FRONT",
          "offerIdentifier" : "winback.pro",
          "offerPeriod" : "P2M",
          "offerType" : 1,
          "originalPurchaseDate" : 1781524800000,
          "originalTransactionId" : "1000000002",
          "price" : 9990000000000,
          "productId" : "subscription.pro",
          "purchaseDate" : 1781524800000,
          "quantity" : 1,
          "revocationDate" : 1781524800000,
          "revocationPercentage" : 50000,
          "revocationReason" : 0,
          "revocationType" : "REFUND_PRORATED",
          "signedDate" : 1781524800000,
          "storefront" : "USA",
          "storefrontId" : "143441",
          "subscriptionGroupIdentifier" : "21400001",
          "transactionId" : "18446744073709551615",
          "transactionReason" : "RENEWAL",
          "type" : "Auto-Renewable Subscription",
          "webOrderLineItemId" : "1000000003"
        }
        """)
  }

  @Test func `the renewal info of a plan that ended has few fields`() throws {
    #expect(
      try json(of: RenewalInfoPayload.ended) == """
        {
          "appTransactionId" : "704000000000000001",
          "autoRenewStatus" : 0,
          "environment" : "Sandbox",
          "originalTransactionId" : "1000000002",
          "productId" : "subscription.pro",
          "recentSubscriptionStartDate" : 1781524800000,
          "signedDate" : 1781524800000
        }
        """)
  }

  @Test func `renewal info has every field that Apple documents for it`() throws {
    #expect(
      try json(of: RenewalInfoPayload.full) == """
        {
          "appAccountToken" : "a1000000-0000-4000-8000-00000000000a",
          "appTransactionId" : "704000000000000001",
          "autoRenewProductId" : "subscription.standard",
          "autoRenewStatus" : 1,
          "currency" : "USD",
          "deviceVerification" : "\(hash)",
          "deviceVerificationNonce" : "b2000000-0000-4000-8000-00000000000b",
          "eligibleWinBackOfferIds" : [
            "winback.pro",
            "winback.basic"
          ],
          "environment" : "Sandbox",
          "expirationIntent" : 2,
          "gracePeriodExpiresDate" : 1781524800000,
          "isInBillingRetryPeriod" : true,
          "offerDiscountType" : "FREE_TRIAL",
          "offerIdentifier" : "winback.pro",
          "offerPeriod" : "P1W",
          "offerType" : 4,
          "originalTransactionId" : "1000000002",
          "priceIncreaseStatus" : 0,
          "productId" : "subscription.pro",
          "recentSubscriptionStartDate" : 1781524800000,
          "renewalDate" : 1781524800000,
          "renewalPrice" : 19990,
          "signedDate" : 1781524800000
        }
        """)
  }

  /// SHA-384 of nonce and device, computed once with another library.
  private let hash = "Ix7VIg+VuLqE5WSeDRtfY3lkqxdQ5pcwutWB/mawn/uxqntDPmbWaQdNatYxzorB"
}
