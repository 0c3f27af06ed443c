import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the table at the head of MessageQueue.swift.
@Suite struct MessageQueueTests {
  typealias Subscription = CustomerHoldings.Subscription

  /// A plan whose period ended an hour before ``now``.
  private static let ended = Signed.sample(
    4, of: "pro", .autoRenewable, expires: Date.fixture - 3600)
  /// A plan in its period.
  private static let running = Signed.sample(
    4, of: "pro", .autoRenewable, expires: Date.fixture + 3600)

  private static let grace = Subscription.sample(ended) {
    $0.isInBillingRetryPeriod = true
    $0.gracePeriodExpiresDate = .fixture + 60
  }
  private static let retry = Subscription.sample(ended) { $0.isInBillingRetryPeriod = true }
  private static let asked = Subscription.sample(running) { $0.priceIncreaseStatus = .pending }
  private static let agreed = Subscription.sample(running) { $0.priceIncreaseStatus = .agreed }
  private static let declined = Subscription.sample(running) {
    $0.priceIncreaseStatus = .pending
    $0.autoRenewStatus = .off
  }
  private static let lapsed = Subscription.sample(ended) {
    $0.autoRenewStatus = .off
    $0.eligibleWinBackOfferIds = ["comeback"]
  }

  @Test(arguments: [
    (grace, [Message.Reason.billingIssue]),
    (retry, [.billingIssue]),
    (asked, [.priceIncreaseConsent]),
    (lapsed, [.winBackOffer]),
    (agreed, []), (declined, []),
    (Subscription.sample(running), []),
    (Subscription.sample(ended), []),
    (
      Subscription.sample(.sample(4, of: "pro", .autoRenewable) { $0.revocationDate = .fixture }) {
        $0.eligibleWinBackOfferIds = ["comeback"]
      }, []
    ),
  ])
  func `1 2 3 4: a message is due by what the subscription is`(
    subscription: Subscription, reasons: [Message.Reason]
  ) {
    var queue = MessageQueue()
    #expect(queue.take([subscription], at: .fixture).map(\.reason) == reasons)
  }

  @Test func `a message is taken once, and again in another period`() {
    var queue = MessageQueue()
    #expect(queue.take([Self.grace], at: .fixture).count == 1)
    #expect(queue.take([Self.grace], at: .fixture).isEmpty)
    #expect(queue.take([Self.retry], at: .fixture + 120).isEmpty)

    let next = Signed.sample(5, of: "pro", .autoRenewable, expires: Date.fixture - 60)
    let again = Subscription.sample(next) { $0.isInBillingRetryPeriod = true }
    #expect(queue.take([again], at: .fixture).map(\.reason) == [.billingIssue])
  }

  @Test func `a second price question in a period is another message`() {
    var queue = MessageQueue()
    #expect(queue.take([Self.asked], at: .fixture).count == 1)
    #expect(queue.take([Self.agreed], at: .fixture).isEmpty)
    #expect(queue.take([Self.asked], at: .fixture).count == 1)
  }

  @Test func `signed data that cannot be trusted causes no message`() {
    var queue = MessageQueue()
    let forged = Subscription.sample(Self.ended, renewalFault: .signatureMismatch) {
      $0.isInBillingRetryPeriod = true
    }
    #expect(queue.take([forged], at: .fixture).isEmpty)
  }

  @Test func `a reason has the number of its place in Apple's list`() {
    let reasons: [Message.Reason] = [
      .generic, .priceIncreaseConsent, .billingIssue, .winBackOffer,
    ]
    #expect(reasons.map(\.rawValue) == [0, 1, 2, 3])
    #expect(Set(reasons.map(\.localizedDescription)).count == 4)
  }
}
