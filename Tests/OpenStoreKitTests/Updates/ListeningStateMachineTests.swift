import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `ListeningStateMachine.swift`.
@Suite struct ListeningStateMachineTests {
  typealias Event = ListeningStateMachine.Event
  typealias Step = (
    number: Int, before: [Event], event: Event, action: ListeningStateMachine.Action
  )

  private static let ended = Event.ended(after: .zero, hadEvents: false, chance: 1)

  static let steps: [Step] = [
    (1, [], .answered, .follow),
    (2, [], .failed(chance: 1), .wait(.zero)),
    (2, [.failed(chance: 1), .waited], .failed(chance: 1), .wait(.seconds(1))),
    (3, [.answered], ended, .wait(.zero)),
    (4, [.answered, ended], .waited, .ask),
    (5, [], .signedOut, .stop),
    (5, [.answered], .signedOut, .stop),
  ]

  @Test(arguments: steps)
  func `listening takes the numbered transition`(_ step: Step) {
    var machine = ListeningStateMachine()
    for event in step.before { _ = machine.receive(event) }

    #expect(machine.receive(step.event) == step.action)
  }

  @Test func `every transition of the diagram is tested`() throws {
    #expect(
      try Set(Self.steps.map(\.number)) == numbers(drawnIn: "Updates/ListeningStateMachine.swift"))
  }

  @Test func `it begins with a question`() {
    #expect(ListeningStateMachine.first == .ask)
  }

  @Test func `after an open stream there is no pause, then they double up to half a minute`() {
    var machine = ListeningStateMachine()
    let pauses = (1...8).map { _ in machine.receive(.failed(chance: 1)) }

    #expect(pauses == [0, 1, 2, 4, 8, 16, 30, 30].map { .wait(.seconds($0)) })
  }

  @Test func `chance takes at most half of a pause, so that not all devices come back at once`() {
    var machine = ListeningStateMachine()
    let pauses = [0.9, 0.0, 0.5].map { machine.receive(.failed(chance: $0)) }

    #expect(pauses == [0, 500, 1500].map { .wait(.milliseconds($0)) })
  }

  @Test func `pauses grow until a stream has events or lives long`() {
    var machine = ListeningStateMachine()
    let lives: [(Duration, Bool)] = [
      (.zero, false), (.zero, false), (.zero, false), (.zero, true), (.zero, false),
      (.seconds(31), false),
    ]
    let pauses = lives.map { machine.receive(.ended(after: $0.0, hadEvents: $0.1, chance: 1)) }

    #expect(pauses == [0, 1, 2, 0, 1, 0].map { .wait(.seconds($0)) })
  }
}
