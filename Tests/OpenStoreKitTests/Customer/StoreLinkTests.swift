import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `StoreLink.swift`; the store's clock stands still.
@Suite struct StoreLinkTests {
  enum Event: Sendable {
    /// The question of a late answer was asked before the first answer.
    case answer(epoch: Int = 1, isLate: Bool = false)
    case error(StoreError)
    case streamEnd(silence: String? = nil)
    case reconnectFailed
  }

  typealias Transition = (
    number: Int, before: [Event], event: Event, state: StoreLink.State,
    published: StoreSession.Connection?
  )

  private static let lost = Event.error(.unavailable(reason: "the line is cut"))
  private static let silent = Event.streamEnd(silence: "it is silent")
  private static let away = StoreLink.State.away(since: .fixture)
  private static let offline = StoreSession.Connection.offline(since: .fixture)

  static let transitions: [Transition] = [
    (1, [], .answer(), .online, nil),
    (2, [], lost, away, offline),
    (2, [.answer()], lost, away, offline),
    (2, [.answer()], silent, away, offline),
    (3, [lost], .answer(), .online, .online),
    (4, [lost], lost, away, nil),
    (5, [lost], .error(.unauthorized), .signedOut, .signedOut),
    (5, [.error(.unauthorized)], .error(.unauthorized), .signedOut, nil),
    (6, [.error(.unauthorized)], .answer(), .online, .online),
    (7, [.answer()], .answer(epoch: 2), .online, .online),
    (9, [.answer(epoch: 7), .answer()], .answer(epoch: 7, isLate: true), .online, nil),
    (9, [.answer(epoch: 7), lost], .answer(isLate: true), .online, .online),
    (8, [.error(.unauthorized)], lost, .signedOut, nil),
    (8, [.error(.unauthorized)], silent, .signedOut, nil),
  ]

  @Test(arguments: transitions)
  func `the link takes the numbered transition`(_ transition: Transition) {
    var link = Self.link()
    for event in transition.before { _ = link.receive(event) }

    #expect(link.receive(transition.event) == transition.published)
    #expect(link.state == transition.state)
  }

  @Test func `every transition of the diagram is tested`() throws {
    #expect(
      try Set(Self.transitions.map(\.number)) == numbers(drawnIn: "Customer/StoreLink.swift"))
  }

  @Test func `the store is away since the stream ended, if a question fails after it`() {
    var link = Self.link(isFrozen: false)
    _ = link.answered(.sample(isFrozen: false), at: .zero, asked: link.answerCounts)
    #expect(link.streamEnded(silentFor: nil, at: .seconds(10)) == nil)

    let published = link.failed(.unavailable(reason: "the line is cut"), at: .seconds(16))

    #expect(published == .offline(since: Date.fixture + 10))
  }

  @Test func `another reason is published when the listener tries again, and once`() {
    var link = Self.link()
    _ = link.receive(Self.lost)
    #expect(link.publishReason() == nil)

    _ = link.receive(.error(.unavailable(reason: "another store is there")))

    #expect(link.publishReason() == Self.offline)
    #expect(link.publishReason() == nil)
  }

  @Test func `control characters in a reason are escaped`() {
    var link = Self.link()
    _ = link.receive(.error(.unavailable(reason: "502 \u{1B}]0;mine\u{7}")))
    #expect(link.reason == #"502 \u{1B}]0;mine\u{07}"#)
  }

  @Test func `a refusal is an answer, and changes nothing`() {
    var link = Self.link()
    _ = link.receive(.answer())
    #expect(link.receive(.error(.unknownProduct(productID: "car"))) == nil)
    #expect(link.state == .online)
  }

  @Test(arguments: [1, 2, 3])
  func `an answer to a question from before the present epoch changes nothing but the link`(
    epoch: Int
  ) {
    var link = Self.link()
    _ = link.receive(.answer(epoch: 2))
    #expect(link.receive(.answer(epoch: epoch, isLate: true)) == nil)
    #expect(link.clock.answered.epoch == 2, "whether its number is lower or higher")
  }

  @Test(arguments: [1, 3])
  func `an answer of any other epoch is believed if it was asked for in the present one`(
    epoch: Int
  ) {
    var link = Self.link()
    _ = link.receive(.answer(epoch: 2))
    let asked = link.answerCounts
    _ = link.receive(.answer(epoch: 2))

    #expect(link.answered(.sample(epoch: epoch), at: .zero, asked: asked) == .online)
    #expect(link.clock.answered.epoch == epoch)
  }

  @Test func `an earlier time is believed only if it was asked for after the last answer`() {
    var link = Self.link()
    var earlier = StoreTime.sample()
    earlier.now -= 60
    let asked = link.answerCounts
    _ = link.receive(.answer())
    #expect(link.answered(earlier, at: .zero, asked: asked) == nil)
    #expect(link.clock.answered.now == .fixture)
    _ = link.answered(earlier, at: .zero, asked: link.answerCounts)
    #expect(link.clock.answered.now == earlier.now)
  }

  @Test func `9, another catalogue is believed unless it was asked for before the present one`() {
    var link = Self.link()
    let early = link.answerCounts
    link.sells("a", asked: early)
    link.sells("b", asked: link.answerCounts)
    #expect(link.catalogue == "b")

    link.sells("a", asked: early)
    #expect(link.catalogue == "b", "the answer was on its way")
    link.sells("c")
    #expect(link.catalogue == "c", "updates come in order")
    link.sells(nil, asked: link.answerCounts)
    #expect(link.catalogue == nil, "a store of an earlier version")
  }

  private static func link(isFrozen: Bool = true) -> StoreLink {
    StoreLink(clock: SessionClock(answered: .sample(isFrozen: isFrozen), readAt: .zero))
  }
}

extension StoreLink {
  fileprivate mutating func receive(_ event: StoreLinkTests.Event) -> StoreSession.Connection? {
    switch event {
    case .answer(let epoch, let isLate):
      answered(.sample(epoch: epoch), at: .zero, asked: isLate ? AnswerCounts() : answerCounts)
    case .error(let error): failed(error, at: .zero)
    case .streamEnd(let silence): streamEnded(silentFor: silence, at: .zero)
    case .reconnectFailed: publishReason()
    }
  }
}
