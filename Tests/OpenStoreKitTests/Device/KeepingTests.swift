import Foundation
import PrivateFiles
import StoreAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

// When a session writes the device's file. These tests are in a suite of serialized ones, because a
// process has one observer of its file effects.
extension LostAnswerTests {
  @Test func `what comes while the file is written waits for the next write`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.beforeTheNextWrite { session in
      session.customer.withLock { state in
        _ = state.received(.sample(9_000), at: state.time, reading: .zero)
      }
      for _ in 1...2 { _ = session.persistence.throttle.withLock { $0.requested() } }
    }

    _ = try await alice.session.refreshedPurchases()

    #expect(try alice.record().purchases?.sequence != 9_000)
    #expect(alice.session.persistence.throttle.withLock { $0.isWaiting })
    alice.session.close()
    #expect(try alice.record().purchases?.sequence == 9_000)
  }

  @Test func `600 updates are written at once and when the pause ends`() async throws {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.session.refreshedPurchases()
    let (pause, end) = AsyncStream<Void>.makeStream()
    alice.recorder.duringPauses { for await _ in pause {} }
    let writes = alice.countWrites()

    for number in 1...600 { await alice.receive(.sample(9_000 + Int64(number))) }

    #expect(writes.count == 1)
    end.finish()
    await writes.reach(2)
    FileEffect.observe(with: nil)
    #expect(try alice.record().purchases?.sequence == 9_600)
    #expect(writes.count == 2)
  }

  @Test func `a session that is released writes what waited`() async throws {
    let sample = try SampleDevice()
    do {
      let session = try await sample.session()
      session.customer.withLock { state in
        let purchases = VerifiedPurchases(sequence: 5)
        _ = state.received(purchases, at: state.time, asked: state.known.baseline)
        _ = state.received(.sample(9), at: state.time, reading: .zero)
      }
      for _ in 1...2 { _ = session.persistence.throttle.withLock { $0.requested() } }
    }
    #expect(try sample.device.read().purchases?.sequence == 9)
  }

  @Test func `waiting changes are written once and completely if the session is released`()
    async throws
  {
    let sample = try SampleDevice()
    let (pause, end) = AsyncStream<Void>.makeStream()
    let recorder = EnvironmentRecorder()
    recorder.duringPauses { for await _ in pause {} }
    let session = Mutex<StoreSession?>(try await sample.session(recorder))
    session.withLock { session in
      for purchases in [VerifiedPurchases(sequence: 5), VerifiedPurchases(sequence: 9)] {
        session?.customer.withLock { state in
          _ = state.received(purchases, at: state.time, asked: state.known.baseline)
        }
        session?.persistence.keepSoon()
      }
    }
    #expect(try sample.device.read().purchases?.sequence == 5)
    weak var released: StoreSession?
    released = session.withLock { $0 }
    let (file, writes) = (sample.folder.url.appending(path: "device.json").path, Counter())
    FileEffect.observe { effect, url, isDone in
      guard effect == .replace, url.path == file else { return }
      if isDone { writes.add() } else { session.withLock { $0 = nil } }
    }

    end.finish()
    await writes.reach(1)
    try await wait(for: "the end of the pauses") { recorder.delays.count == 2 }
    FileEffect.observe(with: nil)

    #expect(released == nil)
    #expect(try sample.device.read().purchases?.sequence == 9)
    #expect(writes.count == 1)
  }
}

extension VerifiedUpdate {
  /// A car of another device.
  fileprivate static func sample(_ sequence: Int64) -> VerifiedUpdate {
    VerifiedUpdate(sequence: sequence, change: .transaction(.sample(UInt64(sequence))))
  }
}

extension CustomerState {
  /// The time of the store's last answer.
  fileprivate var time: StoreTime { link.clock.answered }
}

extension Customer {
  /// Takes an update as the listener does.
  fileprivate func receive(_ update: VerifiedUpdate) async {
    let time = session.customer.withLock { $0.time }
    await session.change { $0.received(update, at: time, reading: .zero) }
  }

  private var file: String { folder.url.appending(path: "device.json").path }

  /// Runs a function once, when the device's file is about to be replaced.
  fileprivate func beforeTheNextWrite(_ body: @escaping @Sendable (StoreSession) -> Void) {
    let (file, session) = (file, session)
    FileEffect.observe { effect, url, isDone in
      guard effect == .replace, !isDone, url.path == file else { return }
      FileEffect.observe(with: nil)
      body(session)
    }
  }

  /// Counts how often the device's file is replaced from now on.
  fileprivate func countWrites() -> Counter {
    let (file, counter) = (file, Counter())
    FileEffect.observe { effect, url, isDone in
      if effect == .replace, isDone, url.path == file { counter.add() }
    }
    return counter
  }
}

/// A number that any thread may raise.
private final class Counter: Sendable {
  private let number = Mutex(0)
  private let additions = AsyncStream<Void>.makeStream()

  var count: Int { number.withLock { $0 } }

  func add() {
    number.withLock { $0 += 1 }
    additions.continuation.yield()
  }

  /// Waits until the number is `count`; one task at a time.
  func reach(_ count: Int) async {
    var additions = additions.stream.makeLimitedIterator()
    while self.count < count, await additions.next() != nil {}
  }
}
