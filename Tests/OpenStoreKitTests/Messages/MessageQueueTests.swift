import AppStorePayloads
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the table at the head of MessageQueue.swift.
@Suite struct MessageQueueTests {
  typealias Subscription = VerifiedPurchases.Subscription

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

  private static let withdrawn = Subscription.sample(ended) {
    $0.autoRenewStatus = .off
    $0.expirationIntent = .productUnavailable
  }
  private static let withdrawnLongAgo = Subscription.sample(
    .sample(4, of: "pro", .autoRenewable, expires: Date.fixture - 30 * 86_400)
  ) {
    $0.autoRenewStatus = .off
    $0.expirationIntent = .productUnavailable
  }

  @Test(arguments: [
    (grace, [Message.Reason.billingIssue]),
    (retry, [.billingIssue]),
    (asked, [.priceIncreaseConsent]),
    (lapsed, [.winBackOffer]),
    (withdrawn, [.generic]), (withdrawnLongAgo, []),
    (agreed, []), (declined, []),
    (Subscription.sample(running), []),
    (Subscription.sample(ended), []),
    (
      Subscription.sample(.sample(4, of: "pro", .autoRenewable) { $0.revocationDate = .fixture }) {
        $0.eligibleWinBackOfferIds = ["comeback"]
      }, []
    ),
  ])
  func `1 2 3 4 5: a message is due by what the subscription is`(
    subscription: Subscription, reasons: [Message.Reason]
  ) {
    var queue = ListenedQueue()
    #expect(queue.take([subscription], at: .fixture).map(\.reason) == reasons)
  }

  @Test func `1: a message is received once, and again in another period`() {
    var queue = ListenedQueue()
    #expect(queue.take([Self.grace], at: .fixture).count == 1)
    #expect(queue.take([Self.grace], at: .fixture).isEmpty)
    #expect(queue.take([Self.retry], at: .fixture + 120).isEmpty)

    let next = Signed.sample(5, of: "pro", .autoRenewable, expires: Date.fixture - 60)
    let again = Subscription.sample(next) { $0.isInBillingRetryPeriod = true }
    #expect(queue.take([again], at: .fixture).map(\.reason) == [.billingIssue])
  }

  @Test func `1: a second price question in a period is another message`() {
    var queue = ListenedQueue()
    #expect(queue.take([Self.asked], at: .fixture).count == 1)
    #expect(queue.take([Self.agreed], at: .fixture).isEmpty)
    #expect(queue.take([Self.asked], at: .fixture).count == 1)
  }

  @Test func `3: a message is for all listeners of its time, and one that nobody received waits`() {
    var queue = MessageQueue()
    let early = (0..<3).map { _ in queue.addListener() }
    queue.update([Self.grace], at: .fixture)
    #expect(queue.next(for: early[0]) == nil, "before it has begun")
    for listener in early { queue.markReady(listener) }
    queue.removeListener(early[2])

    #expect(queue.next(for: early[2]) == nil)
    #expect(queue.next(for: early[0])?.reason == .billingIssue)
    let late = queue.addListener()
    queue.markReady(late)

    #expect(queue.next(for: early[1])?.reason == .billingIssue)
    #expect(queue.next(for: late) == nil)
    queue.removeListener(early[0])
    queue.update([Self.grace, Self.asked], at: .fixture)
    #expect(queue.next(for: late)?.reason == .priceIncreaseConsent)
  }

  @Test func `2: signed data that cannot be trusted causes no message`() {
    var queue = ListenedQueue()
    let forged = Subscription.sample(Self.ended, renewalError: .signatureMismatch) {
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

/// A queue with one listener.
private struct ListenedQueue {
  private var queue = MessageQueue()
  private let listener: MessageQueue.ListenerID

  init() {
    listener = queue.addListener()
    queue.markReady(listener)
  }

  /// The messages that the listener receives when these subscriptions are held.
  mutating func take(
    _ subscriptions: [VerifiedPurchases.Subscription], at now: Date
  ) -> [Message] {
    queue.update(subscriptions, at: now)
    var messages: [Message] = []
    while let message = queue.next(for: listener) { messages.append(message) }
    return messages
  }
}
