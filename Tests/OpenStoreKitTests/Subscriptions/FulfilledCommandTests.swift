import AppStorePayloads
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// What the purchases say about a command.
@Suite struct FulfilledCommandTests {
  typealias Subscription = VerifiedPurchases.Subscription

  private static let running = Signed.sample(
    4, of: "pro", .autoRenewable, expires: Date.fixture + 3600)
  /// A period that began at the new price.
  private static let paid = Signed.sample(
    4, of: "pro", .autoRenewable, expires: Date.fixture + 3600
  ) { $0.price = 4_000 }
  private static let unpaid = Signed.sample(
    4, of: "pro", .autoRenewable, expires: Date.fixture - 3600)

  private static func next(
    _ price: Int64?, _ status: PriceIncreaseStatus?,
    of transaction: Signed<TransactionPayload> = running,
    _ change: (inout RenewalInfoPayload) -> Void = { _ in }
  ) -> Subscription {
    .sample(transaction) {
      $0.renewalPrice = price
      $0.priceIncreaseStatus = status
      change(&$0)
    }
  }

  private func fulfils(_ held: Subscription, _ command: CustomerCommand) -> Bool? {
    command.isFulfilled(for: [], in: [held], at: .fixture)
  }

  @Test(arguments: [
    (next(4_000, .agreed), true),
    (next(9_000, .agreed), false),
    (next(4_000, .pending), false),
    (next(990, .agreed) { $0.offerType = .introductory }, nil),
    (next(4_000, .agreed, of: unpaid) { $0.isInBillingRetryPeriod = true }, nil),
    (
      next(2_990, .agreed, of: unpaid) {
        $0.isInBillingRetryPeriod = true
        $0.gracePeriodExpiresDate = .fixture + 60
      }, nil
    ),
    (next(4_000, nil, of: paid), true),
    (next(4_000, nil), false),
  ])
  func `a price is agreed to if it is the next one, and with another next price nobody can say`(
    held: Subscription, isFulfilled: Bool?
  ) {
    #expect(
      fulfils(held, .answerPriceIncrease(groupID: "G", price: 4, isAccepted: true)) == isFulfilled)
  }

  @Test(arguments: [
    (next(4_000, nil), true), (next(9_000, nil), false), (next(nil, nil), false),
    (next(4_000, nil) { $0.autoRenewProductId = "standard" }, false),
    (next(4_000, nil) { $0.autoRenewStatus = .off }, false),
    (next(4_000, .agreed), true), (next(4_000, .pending), false),
    (next(4_000, .pending) { $0.offerType = .introductory }, true),
  ])
  func `renewal is turned on as asked only with the plan and the price that were shown`(
    held: Subscription, isFulfilled: Bool
  ) {
    let command = CustomerCommand.enableAutoRenew(groupID: "G", productID: "pro", price: 4)
    #expect(fulfils(held, command) == isFulfilled)
  }

  @Test func `purchases do not say whether a payment method works that no plan needed`() {
    #expect(fulfils(Self.next(4_000, nil), .fixPayment(charges: [])) == nil)
  }
}
