import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `StoreLink.swift`; the store's clock stands still.
@Suite struct StoreLinkTests {
  enum Event: Sendable {
    case answer(epoch: Int = 1)
    case fault(StoreFault)
    case streamEnd(silence: String? = nil)
    case triedAgain
  }

  struct Transition: Sendable, CustomStringConvertible {
    let number: Int
    var before: [Event] = []
    let event: Event
    let state: StoreLink.State
    var change = StoreLink.Change()

    var description: String { "\(number): \(event)" }
  }

  private static let unavailable = Event.fault(.unavailable("the line is cut"))
  private static let away = StoreLink.State.away(since: .fixture)
  private static let offline = StoreLink.Change(connection: .offline(since: .fixture))

  static let transitions: [Transition] = [
    Transition(number: 1, event: .answer(), state: .online),
    Transition(number: 2, event: unavailable, state: away, change: offline),
    Transition(number: 2, before: [.answer()], event: unavailable, state: away, change: offline),
    Transition(
      number: 2, before: [.answer()], event: .streamEnd(silence: "it is silent"), state: away,
      change: offline),
    Transition(
      number: 3, before: [unavailable], event: .answer(), state: .online,
      change: .init(connection: .online, isBack: true)),
    Transition(number: 4, before: [unavailable], event: unavailable, state: away),
    Transition(
      number: 5, before: [unavailable], event: .fault(.unauthorized), state: .signedOut,
      change: .init(connection: .signedOut)),
    Transition(
      number: 5, before: [.fault(.unauthorized)], event: .fault(.unauthorized),
      state: .signedOut),
    Transition(number: 6, before: [.fault(.unauthorized)], event: .answer(), state: .online),
    Transition(
      number: 7, before: [.answer()], event: .answer(epoch: 2), state: .online,
      change: .init(connection: .online, isNewEpoch: true)),
  ]

  @Test(arguments: transitions)
  func `the link takes the numbered transition`(_ transition: Transition) {
    var link = Self.link()
    for event in transition.before { _ = link.receive(event) }

    #expect(link.receive(transition.event) == transition.change)
    #expect(link.state == transition.state)
  }

  @Test func `every transition of the diagram is tested`() {
    #expect(Set(Self.transitions.map(\.number)) == Set(1...7))
  }

  @Test func `a stream that ended, and a question that fails after it, began the same absence`() {
    var link = Self.link(isFrozen: false)
    _ = link.answered(Self.time(isFrozen: false), at: .zero)
    #expect(link.streamEnded(silentFor: nil, at: .seconds(10)) == StoreLink.Change())

    let change = link.failed(.unavailable("the line is cut"), at: .seconds(16))

    #expect(change.connection == .offline(since: Date.fixture + 10))
  }

  @Test func `another reason is published when somebody tries again, and once`() {
    var link = Self.link()
    _ = link.receive(Self.unavailable)
    #expect(link.publishReason() == StoreLink.Change())

    _ = link.receive(.fault(.unavailable("another store is there")))

    #expect(link.publishReason() == Self.offline)
    #expect(link.publishReason() == StoreLink.Change())
  }

  @Test func `a refusal is an answer, and changes nothing`() {
    var link = Self.link()
    _ = link.receive(.answer())
    #expect(link.receive(.fault(.unknownProduct("car"))) == StoreLink.Change())
    #expect(link.state == .online)
  }

  @Test func `an answer of an epoch that is over changes nothing but the link`() {
    var link = Self.link()
    _ = link.receive(.answer(epoch: 2))
    #expect(link.receive(.answer(epoch: 1)) == StoreLink.Change())
    #expect(link.clock.answered.epoch == 2)
  }

  private static func time(epoch: Int = 1, isFrozen: Bool = true) -> StoreTime {
    StoreTime(now: .fixture, isFrozen: isFrozen, pace: .realTime, epoch: epoch)
  }

  private static func link(isFrozen: Bool = true) -> StoreLink {
    StoreLink(clock: SessionClock(answered: time(isFrozen: isFrozen), readAt: .zero))
  }
}

extension StoreLink {
  fileprivate mutating func receive(_ event: StoreLinkTests.Event) -> Change {
    switch event {
    case .answer(let epoch):
      answered(
        StoreTime(now: .fixture, isFrozen: true, pace: .realTime, epoch: epoch), at: .zero)
    case .fault(let fault): failed(fault, at: .zero)
    case .streamEnd(let silence): streamEnded(silentFor: silence, at: .zero)
    case .triedAgain: publishReason()
    }
  }
}
