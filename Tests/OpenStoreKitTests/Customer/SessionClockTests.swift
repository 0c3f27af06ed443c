import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SessionClockTests {
  private func clock(isFrozen: Bool) -> SessionClock {
    SessionClock(answered: .sample(isFrozen: isFrozen), readAt: .seconds(10))
  }

  @Test func `a running store's time goes on after its answer, a frozen one's does not`() {
    #expect(clock(isFrozen: false).now(at: .seconds(70)) == Date.fixture + 60)
    #expect(clock(isFrozen: true).now(at: .seconds(70)) == .fixture)
  }

  @Test func `the time of a store whose clock has jumped stands still`() {
    var time = StoreTime.sample(isFrozen: false)
    time.jump = ClockJump(to: .fixture + 4e7, after: .fixture)
    let waiting = SessionClock(answered: time, readAt: .seconds(10))

    #expect(waiting.now(at: .seconds(70)) == .fixture)
    #expect(clock(isFrozen: false).isMoved(by: time, at: .seconds(10)))
    #expect(!waiting.isMoved(by: time, at: .seconds(10)))
  }

  @Test func `an answer of a later generation sets the clock back`() {
    let clock = clock(isFrozen: false)
    var earlier = clock.answered
    earlier.now -= 86_400
    earlier.generation = 1

    #expect(!clock.supersedes(earlier))
    #expect(clock.isMoved(by: earlier, at: .seconds(10)))
    let followed = SessionClock(answered: earlier, readAt: .seconds(10))
    #expect(followed.supersedes(clock.answered))
  }

  @Test func `an answer that was overtaken does not set the clock back`() {
    let clock = clock(isFrozen: false)
    var earlier = clock.answered
    earlier.now -= 1
    #expect(clock.supersedes(earlier))
    earlier.epoch = 2
    #expect(!clock.supersedes(earlier))
  }

  @Test(arguments: [(3600.0, 3600.0), (-86_400, 0)])
  func `the time while a device was off is counted, unless its clock was set back`(
    passed: TimeInterval, counted: TimeInterval
  ) async throws {
    let machine = EnvironmentRecorder(wallClock: Date.fixture + passed)
    let session = try await SampleDevice(isFrozen: false).session(machine)
    #expect(session.now == Date.fixture + counted)
    machine.pass(.seconds(60))
    #expect(session.now == Date.fixture + counted + 60)
  }
}
