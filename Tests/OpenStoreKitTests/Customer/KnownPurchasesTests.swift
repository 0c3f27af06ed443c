import AppStorePayloads
import Foundation
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `KnownPurchases.swift`.
@Suite struct KnownPurchasesTests {
  enum Event: Sendable {
    case purchases(sequence: Int64, asked: Int = 0, since: Int64? = nil)
    case update(Int64, VerifiedUpdate.Change)
    case streamEnd
    case recordGap
  }

  typealias Transition = (
    number: Int, before: [Event], event: Event, state: KnownPurchases.State, sequence: Int64,
    cursor: Int64
  )

  private static let car = VerifiedUpdate.Change.transaction(
    .sample(2, of: "nonconsumable.racecar"))
  private static let following: [Event] = [.purchases(sequence: 5), .update(6, car)]
  private static let revokedPass = VerifiedUpdate.Change.transaction(
    .sample(3, of: "pass", .nonRenewable) { $0.revocationDate = .fixture })
  private static let forgedCar = VerifiedUpdate.Change.transaction(
    .sample(3, error: .signatureMismatch))
  private static let introductory = VerifiedUpdate.Change.subscription(
    .sample(.sample(4, of: "pro", .autoRenewable) { $0.offerType = .introductory }))

  private static let plan = Signed.sample(4, of: "pro", .autoRenewable)

  static let transitions: [Transition] = [
    (1, [], .purchases(sequence: 5), .answered, 5, 5),
    (2, [.purchases(sequence: 5)], .update(5, .time), .current, 5, 5),
    (2, [.purchases(sequence: 5), .recordGap], .update(5, .time), .incomplete, 5, 5),
    (3, following, .update(8, car), .current, 8, 8),
    (3, following, .update(7, .transaction(plan, .sample(plan))), .current, 7, 7),
    (4, following, .streamEnd, .answered, 6, 6),
    (4, following + [.recordGap], .streamEnd, .answered, 6, 6),
    (5, following, .recordGap, .incomplete, 6, 6),
    (5, following, .update(7, revokedPass), .incomplete, 6, 6),
    (5, following, .update(7, introductory), .incomplete, 6, 6),
    (5, following, .update(7, .unreadable), .incomplete, 6, 6),
    (5, following, .update(7, forgedCar), .incomplete, 6, 6),
    (5, following, .update(7, .transaction(plan)), .incomplete, 6, 6),
    (6, following + [.update(7, revokedPass)], .purchases(sequence: 9, asked: 1), .current, 9, 7),
    (6, following + [.recordGap], .purchases(sequence: 9, asked: 0), .incomplete, 9, 6),
    (7, following, .purchases(sequence: 5), .current, 6, 6),
    (10, [.purchases(sequence: 9), .update(4, .time)], .update(8, car), .current, 9, 9),
    (12, following, .purchases(sequence: 5, since: 6), .current, 5, 5),
  ]

  @Test(arguments: transitions)
  func `the purchases take the numbered transition`(_ transition: Transition) {
    var known = KnownPurchases(after: transition.before)

    known.receive(transition.event)

    #expect(known.state == transition.state)
    #expect(known.purchases?.sequence == transition.sequence)
    #expect(known.cursor == transition.cursor)
    #expect(known.mustAsk(at: .fixture) == (transition.state != .current))
  }

  @Test func `every transition of the diagram is tested`() throws {
    // 8 has a test of its own: see the customer's tests.
    let numbers = try numbers(drawnIn: "Customer/KnownPurchases.swift")
    #expect(Set(Self.transitions.map(\.number)).union([8]) == numbers)
  }

  @Test func `1, the store is asked before a plan is said to have expired`() {
    let plan = Signed.sample(4, of: "pro", .autoRenewable, expires: Date.fixture + 60)
    let read = VerifiedPurchases(latest: [plan], subscriptions: [.sample(plan)], sequence: 5)
    var known = KnownPurchases()
    _ = known.take(read, at: .fixture, asked: known.baseline)
    known.receive(.update(5, .time))

    #expect(!known.mustAsk(at: Date.fixture + 59))
    #expect(known.mustAsk(at: Date.fixture + 60))
    _ = known.take(read, at: Date.fixture + 60, asked: known.baseline)
    #expect(!known.mustAsk(at: Date.fixture + 60))
  }

  @Test func `2, a cursor that an older file has ahead of its purchases is put back`() {
    let kept = VerifiedPurchases(sequence: 5)
    #expect(KnownPurchases(kept, cursor: 9).cursor == 5)
    #expect(KnownPurchases(nil, cursor: 9).cursor == nil)
  }

  @Test func `3, a later update does not count as an own purchase`() {
    var known = KnownPurchases(after: Self.following + [.recordGap])
    known.receive(.update(8, Self.car))
    #expect(known.purchases?.sequence == 6)
    known.receive(.purchases(sequence: 7, asked: 1))
    #expect(known.purchases?.sequence == 7)
    #expect(known.state == .current)
  }

  @Test func `5, an update that cannot be trusted replaces no plan that can`() {
    let plan = VerifiedPurchases.Subscription.sample(Self.plan)
    let forged = VerifiedPurchases.Subscription.sample(Self.plan, renewalError: .signatureMismatch)
    var known = KnownPurchases(after: Self.following + [.update(7, .subscription(plan))])

    known.receive(.update(8, .subscription(forged)))

    #expect(known.purchases?.subscriptions == [plan])
    #expect(known.state == .incomplete)
  }

  @Test func `12, after a backup was restored only an answer from before it is too old`() {
    var known = KnownPurchases(VerifiedPurchases(sequence: 50), cursor: 50)
    known.showKept()
    let asked = known.baseline

    let taken = [30, 29].map {
      known.take(VerifiedPurchases(sequence: $0), at: .fixture, asked: asked)
    }

    #expect(taken == [true, false])
    #expect(known.state == .answered)
    #expect(known.reached == 30)
    // The numbers until 50 are those of other events now.
    let car = Signed.sample(9)
    let next = VerifiedUpdate(sequence: 31, change: .transaction(car))
    #expect(known.take(next).transactions == [car])
  }

  @Test func `a renewal is folded with its subscription, which is announced once`() {
    let subscription = VerifiedPurchases.Subscription.sample(Self.plan)
    var known = KnownPurchases(after: Self.following)

    let renewal = known.take(
      VerifiedUpdate(sequence: 7, change: .transaction(Self.plan, subscription)))
    known.streamEnded()

    #expect(renewal.transactions == [Self.plan])
    #expect(renewal.subscriptions == [subscription])
    #expect(known.purchases?.latest.contains(Self.plan) == true)
    #expect(known.purchases?.subscriptions == [subscription])
    #expect(known.cursor == 7)
    let period = VerifiedUpdate(sequence: 8, change: .subscription(subscription))
    #expect(known.take(period) == KnownPurchases.Changes())
  }

  @Test func `an earlier transaction is announced only if it is revoked`() {
    let read = VerifiedPurchases(sequence: 9)
    var known = KnownPurchases()
    _ = known.take(read, at: .fixture, asked: known.baseline)
    func announced(_ signed: Signed<TransactionPayload>, _ sequence: Int64) -> [UInt64] {
      known.take(VerifiedUpdate(sequence: sequence, change: .transaction(signed)))
        .transactions.map(\.payload.transactionId.rawValue)
    }

    #expect(announced(.sample(1), 6) == [], "it is delivered, or comes in a page")
    #expect(announced(.sample(1) { $0.revocationDate = .fixture }, 7) == [1])
    #expect(announced(.sample(3, of: "nonconsumable.suv"), 10) == [3])
  }
}

extension KnownPurchases {
  fileprivate init(after events: [KnownPurchasesTests.Event]) {
    self.init()
    for event in events { receive(event) }
  }

  fileprivate mutating func receive(_ event: KnownPurchasesTests.Event) {
    switch event {
    case .purchases(let sequence, let gaps, let known):
      let read = VerifiedPurchases(latest: [.sample(1)], sequence: sequence)
      _ = take(read, at: .fixture, asked: Baseline(gaps: gaps, sequence: known))
    case .update(let sequence, let change):
      _ = take(VerifiedUpdate(sequence: sequence, change: change))
    case .streamEnd: streamEnded()
    case .recordGap: recordGap()
    }
  }
}
