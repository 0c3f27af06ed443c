import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `KnownHoldings.swift`.
@Suite struct KnownHoldingsTests {
  enum Event: Sendable {
    case holdings(sequence: Int64, asked: Int = 0)
    case update(Int64, VerifiedUpdate.Change)
    case streamEnd
    case miss
    case finish(UInt64)
  }

  struct Transition: Sendable, CustomStringConvertible {
    let number: Int
    var before: [Event] = []
    let event: Event
    let state: KnownHoldings.State
    var sequence: Int64
    var cursor: Int64?

    var description: String { "\(number): \(event)" }
  }

  private static let car = VerifiedUpdate.Change.transaction(
    .sample(2, of: "nonconsumable.racecar"))
  private static let following: [Event] = [.holdings(sequence: 5), .update(6, car)]
  private static let revokedPass = VerifiedUpdate.Change.transaction(
    .sample(3, of: "pass", .nonRenewable) { $0.revocationDate = .fixture })
  private static let introductory = VerifiedUpdate.Change.subscription(
    .sample(.sample(4, of: "pro", .autoRenewable) { $0.offerType = .introductory }))

  static let transitions: [Transition] = [
    Transition(number: 1, event: .holdings(sequence: 5), state: .answered, sequence: 5, cursor: 5),
    Transition(
      number: 2, before: [.holdings(sequence: 5)], event: .update(5, .time), state: .current,
      sequence: 5, cursor: 5),
    Transition(
      number: 2, before: [.holdings(sequence: 5), .miss], event: .update(5, .time),
      state: .incomplete, sequence: 5, cursor: 5),
    Transition(
      number: 3, before: following, event: .update(8, car), state: .current, sequence: 8,
      cursor: 8),
    Transition(
      number: 4, before: following, event: .streamEnd, state: .answered, sequence: 6, cursor: 6),
    Transition(
      number: 4, before: following + [.miss], event: .streamEnd, state: .answered, sequence: 6,
      cursor: 6),
    Transition(
      number: 5, before: following, event: .miss, state: .incomplete, sequence: 6, cursor: 6),
    Transition(
      number: 5, before: following, event: .update(7, revokedPass), state: .incomplete,
      sequence: 6, cursor: 6),
    Transition(
      number: 5, before: following, event: .update(7, introductory), state: .incomplete,
      sequence: 6, cursor: 6),
    Transition(
      number: 5, before: following, event: .update(7, .unreadable), state: .incomplete,
      sequence: 6, cursor: 6),
    Transition(
      number: 6, before: following + [.update(7, revokedPass)],
      event: .holdings(sequence: 9, asked: 1), state: .current, sequence: 9, cursor: 7),
    Transition(
      number: 6, before: following + [.miss], event: .holdings(sequence: 9, asked: 0),
      state: .incomplete, sequence: 9, cursor: 6),
    Transition(
      number: 7, before: following, event: .holdings(sequence: 5), state: .current, sequence: 6,
      cursor: 6),
    Transition(
      number: 9, before: following, event: .finish(2), state: .current, sequence: 6, cursor: 6),
    Transition(
      number: 10, before: [.holdings(sequence: 9), .update(4, .time)], event: .update(8, car),
      state: .current, sequence: 9, cursor: 9),
    Transition(
      number: 11, before: following,
      event: .update(7, .transaction(.sample(4, of: "pro", .autoRenewable))), state: .current,
      sequence: 6, cursor: 6),
  ]

  @Test(arguments: transitions)
  func `what is known takes the numbered transition`(_ transition: Transition) {
    var known = KnownHoldings()
    for event in transition.before { known.receive(event) }

    known.receive(transition.event)

    #expect(known.state == transition.state)
    #expect(known.holdings?.sequence == transition.sequence)
    #expect(known.cursor == transition.cursor)
  }

  @Test func `every transition of the diagram is tested`() {
    // 8 is a new value: see the customer's tests.
    #expect(Set(Self.transitions.map(\.number)) == Set(1...11).subtracting([8]))
  }

  @Test func `1, only what the stream keeps up to date is answered without a question`() {
    var known = KnownHoldings(CustomerHoldings())
    #expect(known.mustAsk(at: .fixture), "a kept copy")
    known.receive(.holdings(sequence: 5))
    #expect(known.mustAsk(at: .fixture), "nothing is followed")
    known.receive(.update(5, .time))
    #expect(!known.mustAsk(at: .fixture))
    known.receive(.miss)
    #expect(known.mustAsk(at: .fixture), "something is not said")
    known.receive(.holdings(sequence: 6, asked: 1))
    #expect(!known.mustAsk(at: .fixture))
    known.receive(.streamEnd)
    #expect(known.mustAsk(at: .fixture), "the stream has ended")
  }

  @Test func `1, the store is asked before a plan is said to have expired`() {
    let plan = Signed.sample(4, of: "pro", .autoRenewable, expires: Date.fixture + 60)
    var read = CustomerHoldings(latest: [plan], subscriptions: [.sample(plan)])
    read.sequence = 5
    var known = KnownHoldings()
    _ = known.take(read, at: .fixture, asked: 0)
    known.receive(.update(5, .time))

    #expect(!known.mustAsk(at: Date.fixture + 59))
    #expect(known.mustAsk(at: Date.fixture + 60))
    _ = known.take(read, at: Date.fixture + 60, asked: 0)
    #expect(!known.mustAsk(at: Date.fixture + 60))
  }

  @Test func `2, a cursor that an older file has ahead of its holdings is put back`() {
    var kept = CustomerHoldings()
    kept.sequence = 5
    #expect(KnownHoldings(kept, cursor: 9).cursor == 5)
    #expect(KnownHoldings(nil, cursor: 9).cursor == nil)
  }

  @Test func `3, nothing later stands for an own purchase`() {
    var known = KnownHoldings()
    for event in Self.following + [.miss] { known.receive(event) }
    known.receive(.update(8, Self.car))
    #expect(known.holdings?.sequence == 6)
    known.receive(.holdings(sequence: 7, asked: 1))
    #expect(known.holdings?.sequence == 7)
    #expect(known.state == .current)
  }

  @Test func `9, what was finished here stays finished, whatever an older answer says`() {
    var known = KnownHoldings()
    for event in Self.following { known.receive(event) }
    #expect(known.holdings?.unfinished.map(\.payload.transactionId.rawValue) == [2])
    known.receive(.finish(2))
    #expect(known.holdings?.unfinished == [])

    var read = CustomerHoldings(unfinished: [.sample(2, of: "nonconsumable.racecar")])
    read.sequence = 7
    _ = known.take(read, at: .fixture, asked: 0)

    #expect(known.holdings?.unfinished == [])
  }

  @Test func `11, both halves of a renewal are told and known together`() {
    var known = KnownHoldings()
    for event in Self.following { known.receive(event) }
    let renewal = Signed.sample(4, of: "pro", .autoRenewable)
    let first = VerifiedUpdate(sequence: 7, change: .transaction(renewal))
    let second = VerifiedUpdate(sequence: 8, change: .subscription(.sample(renewal)))

    #expect(known.take(first) == KnownHoldings.News())
    #expect(known.holdings?.latest.contains(renewal) == false)
    let news = known.take(second)

    #expect(news.transactions == [renewal])
    #expect(news.subscriptions == [.sample(renewal)])
    #expect(known.holdings?.latest.contains(renewal) == true)
    #expect(known.holdings?.sequence == 8)
  }

  @Test func `what the app could read first is no news, unless it waits to be delivered`() {
    var read = CustomerHoldings(unfinished: [.sample(2, of: "nonconsumable.racecar")])
    read.sequence = 9
    var known = KnownHoldings(nil)
    _ = known.take(read, at: .fixture, asked: 0)
    func news(_ signed: Signed<TransactionPayload>, _ sequence: Int64) -> [UInt64] {
      known.take(VerifiedUpdate(sequence: sequence, change: .transaction(signed)))
        .transactions.map(\.payload.transactionId.rawValue)
    }

    #expect(news(.sample(1), 6) == [], "another copy of the app has delivered it")
    #expect(news(.sample(1) { $0.revocationDate = .fixture }, 7) == [1])
    #expect(news(.sample(2, of: "nonconsumable.racecar"), 8) == [2])
    #expect(news(.sample(3, of: "nonconsumable.suv"), 10) == [3])
  }
}

extension KnownHoldings {
  fileprivate mutating func receive(_ event: KnownHoldingsTests.Event) {
    switch event {
    case .holdings(let sequence, let gaps):
      var read = CustomerHoldings(latest: [.sample(1)])
      read.sequence = sequence
      _ = take(read, at: .fixture, asked: gaps)
      _ = beginFollowing()
    case .update(let sequence, let change):
      _ = take(VerifiedUpdate(sequence: sequence, change: change))
    case .streamEnd: streamEnded()
    case .miss: miss()
    case .finish(let id): finish(TransactionID(rawValue: id))
    }
  }
}
