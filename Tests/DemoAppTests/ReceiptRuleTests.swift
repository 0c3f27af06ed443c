import Foundation
import OpenStoreKit
import Testing

@testable import DemoApp

/// What the customer has, according to verifyReceipt's response.
@Suite struct ReceiptRuleTests {
  @Test func `a plan before its end is active`() throws {
    let store = try store(expires: "2026-12-14")

    #expect(store.customer == .active)
    #expect(store.state(of: .pro) == .subscribed)
    #expect(store.plan?.renewal.willAutoRenew == true)
    #expect(store.plan?.renewal.renewalPrice?.text == "$4.99")
    #expect(store.statusFailure == nil)
  }

  @Test func `the end of a grace period decides whether a plan gives access`() throws {
    let retry = #","is_in_billing_retry_period":"1""#
    let until = { (day: String) in
      retry + #","grace_period_expires_date_ms":"\#(milliseconds(day))""#
    }

    let grace = try store(expires: "2026-11-10", renewal: until("2026-11-26"))
    #expect(grace.state(of: .pro) == .inGracePeriod && grace.customer == .active)
    let over = try store(expires: "2026-11-10", renewal: until("2026-11-12"))
    #expect(over.state(of: .pro) == .inBillingRetryPeriod && over.customer == .inactive)
    let without = try store(expires: "2026-11-10", renewal: retry)
    #expect(without.state(of: .pro) == .inBillingRetryPeriod && without.customer == .inactive)
  }

  @Test func `a plan that has ended has the reason`() throws {
    let store = try store(
      expires: "2026-11-10",
      renewal: #","expiration_intent":"3","is_in_billing_retry_period":"0""#)

    #expect(store.state(of: .pro) == .expired && store.customer == .inactive)
    #expect(store.plan?.renewal.expirationReason == .didNotConsentToPriceIncrease)
  }

  @Test func `a refund takes a plan away, and an upgrade does not count as one`() throws {
    let cancelled = #","cancellation_date_ms":"\#(milliseconds("2026-11-01"))""#

    let refunded = try store(expires: "2026-12-14", transaction: cancelled)
    #expect(refunded.state(of: .pro) == .revoked && refunded.customer == .inactive)
    let upgraded = try store(
      expires: "2026-12-14", transaction: cancelled + #","is_upgraded":"true""#)
    #expect(upgraded.plan?.transaction.isUpgraded == true)
    #expect(upgraded.plan?.transaction.revocationDate == nil)
  }

  @Test func `a family member's plan and a pending price increase are shown`() throws {
    let shared = try store(
      expires: "2026-12-14", transaction: #","in_app_ownership_type":"FAMILY_SHARED""#)
    #expect(shared.plan?.situation == .shared)

    let asked = try store(expires: "2026-12-14", renewal: #","price_consent_status":"0""#)
    #expect(asked.plan?.situation == .priceAsked)
  }

  @Test func `without purchases the customer is new`() throws {
    let answer = try JSONDecoder().decode(
      VerifyReceiptAnswer.self, from: Data(#"{"status":0,"receipt":{"in_app":[]}}"#.utf8))

    #expect(store(answer).customer == .new)
  }

  @Test(arguments: [
    (#""transaction_id":"2""#, #""transaction_id":"x""#),
    (#""transaction_id":"2""#, #""transaction_id":2"#),
    (#""original_transaction_id":"1","purchase"#, #""purchase"#),
    (#""status":0"#, #""status":"0""#),
  ])
  func `a response with another type of value is an error`(field: String, altered: String) throws {
    let text = response(expires: "2026-12-14").replacing(field, with: altered)

    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(VerifyReceiptAnswer.self, from: Data(text.utf8))
    }
  }

  private func store(
    expires: String, transaction: String = "", renewal: String = ""
  ) throws -> Store {
    let text = response(expires: expires, transaction: transaction, renewal: renewal)
    return store(try JSONDecoder().decode(VerifyReceiptAnswer.self, from: Data(text.utf8)))
  }

  private func store(_ answer: VerifyReceiptAnswer) -> Store {
    Store(
      Sample.facts().replacingPurchases(
        by: ReceiptFacts(answer), of: [.pro, .car], Sample.presentation))
  }

  /// A response about Pro, with more fields in its transaction and its renewal.
  private func response(
    expires: String, transaction: String = "", renewal: String = ""
  ) -> String {
    """
    {"status":0,"latest_receipt_info":[{"product_id":"subscription.pro","transaction_id":"2",\
    "original_transaction_id":"1","purchase_date_ms":"\(milliseconds("2026-10-14"))",\
    "expires_date_ms":"\(milliseconds(expires))","quantity":"1"\(transaction)}],\
    "pending_renewal_info":[{"product_id":"subscription.pro","original_transaction_id":"1",\
    "auto_renew_product_id":"subscription.pro","auto_renew_status":"1"\(renewal)}]}
    """
  }
}

/// The milliseconds since 1970 of a day at ten o'clock.
private func milliseconds(_ day: String) -> Int64 {
  Int64(Sample.date("\(day)T10:00:00Z").timeIntervalSince1970 * 1000)
}
