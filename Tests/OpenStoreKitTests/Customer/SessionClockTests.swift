import Foundation
import StoreAPI
import Testing

@testable import OpenStoreKit

@Suite struct SessionClockTests {
  private func clock(isFrozen: Bool) throws -> SessionClock {
    let time = StoreTime(
      now: try date("2026-01-01"), isFrozen: isFrozen, pace: .realTime, epoch: 1)
    return SessionClock(answered: time, readAt: .seconds(10))
  }

  @Test func `a running store's time goes on after its answer`() throws {
    let now = try clock(isFrozen: false).now(at: .seconds(70))
    #expect(try now == date("2026-01-01").addingTimeInterval(60))
  }

  @Test func `a frozen store's time stands still`() throws {
    #expect(try clock(isFrozen: true).now(at: .seconds(70)) == date("2026-01-01"))
  }

  @Test func `an answer that was overtaken does not set the clock back`() throws {
    let clock = try clock(isFrozen: false)
    var earlier = clock.answered
    earlier.now -= 1
    #expect(clock.overtakes(earlier))
    earlier.epoch = 2
    #expect(!clock.overtakes(earlier))
  }

  @Test func `a device that was off while the store is closed counts the time in between`()
    async throws
  {
    let machine = Notebook(wallClock: Notebook.noon.addingTimeInterval(3600))
    let session = try await SampleDevice(isFrozen: false).session(machine)
    #expect(try session.now == date("2026-01-01").addingTimeInterval(3600))
    machine.pass(.seconds(60))
    #expect(try session.now == date("2026-01-01").addingTimeInterval(3660))
  }

  @Test func `a machine whose clock was wound back does not make the store younger`() async throws {
    let machine = Notebook(wallClock: Notebook.noon.addingTimeInterval(-86_400))
    let session = try await SampleDevice(isFrozen: false).session(machine)
    #expect(try session.now == date("2026-01-01"))
  }
}
