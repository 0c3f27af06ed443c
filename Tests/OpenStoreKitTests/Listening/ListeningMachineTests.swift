import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `ListeningMachine.swift`.
@Suite struct ListeningMachineTests {
  typealias Event = ListeningMachine.Event
  typealias Step = (
    number: Int, before: [Event], event: Event, action: ListeningMachine.Action,
    state: ListeningMachine.State
  )

  private static let ended = Event.ended(after: .zero, hadNews: false, chance: 1)

  @Test(
    arguments: [
      (1, [], Event.answered, .follow, .following),
      (2, [], .failed(chance: 1), .wait(.zero), .waiting),
      (2, [.failed(chance: 1), .waited], .failed(chance: 1), .wait(.seconds(1)), .waiting),
      (3, [.answered], ended, .wait(.zero), .waiting),
      (4, [.answered, ended], .waited, .ask, .asking),
      (5, [], .signedOut, .stop, .stopped),
      (5, [.answered], .signedOut, .stop, .stopped),
    ] as [Step])
  func `listening takes the numbered transition`(_ step: Step) {
    var machine = ListeningMachine()
    for event in step.before { _ = machine.receive(event) }

    #expect(machine.receive(step.event) == step.action)
    #expect(machine.state == step.state)
  }

  @Test func `it begins with a question`() {
    #expect(ListeningMachine.first == .ask)
    #expect(ListeningMachine().state == .asking)
  }

  @Test func `pauses grow until a stream brings news`() {
    var machine = ListeningMachine()
    let lives: [(Duration, Bool)] = [
      (.zero, false), (.zero, false), (.zero, false), (.zero, true), (.zero, false),
      (.seconds(31), false),
    ]
    let pauses = lives.map { machine.receive(.ended(after: $0.0, hadNews: $0.1, chance: 1)) }

    #expect(pauses == [0, 1, 2, 0, 1, 0].map { .wait(.seconds($0)) })
  }
}
