import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.timeLimit(.minutes(1))) struct ListeningPausesTests {
  @Test func `after an open stream there is no pause, then they double up to half a minute`() {
    var pauses = ListeningPauses()
    let seconds = [0, 1, 2, 4, 8, 16, 30, 30]
    for pause in seconds { #expect(pauses.next(after: .zero, chance: 1) == .seconds(pause)) }
  }

  @Test func `chance takes at most half of a pause, so that not all devices come back at once`() {
    var pauses = ListeningPauses()
    let next = [0.9, 0.0, 0.5].map { pauses.next(after: .zero, chance: $0) }
    #expect(next == [.zero, .milliseconds(500), .milliseconds(1500)])
  }

  @Test func `whoever heard something begins anew`() {
    var pauses = ListeningPauses()
    for _ in 1...5 { _ = pauses.next(after: .zero, chance: 1) }
    pauses.reset()
    let next = (1...3).map { _ in pauses.next(after: .zero, chance: 1) }
    #expect(next == [.zero, .seconds(1), .seconds(2)])
  }

  @Test func `a stream that lived long without news is listened to again as if it were the first`()
    async throws
  {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    let lives = Mutex<ArraySlice<Duration>>([.zero, .zero, .zero, .zero, .seconds(31)])
    alice.line.breakEveryStream {
      alice.notebook.pass(lives.withLock { $0.popFirst() } ?? .zero)
    }
    let (naps, nap) = AsyncStream<Duration>.makeStream()
    var environment = alice.notebook.environment
    environment.sleep = { duration in
      try Task.checkCancellation()
      nap.yield(duration)
    }
    let session = try await StoreSession(
      alice.line, sheets: alice.sheets, device: try DeviceStore.open(alice.folder.url),
      environment: environment)

    let updates = Transaction.Transactions(.updates(session)).makeAsyncIterator()
    var seconds: [Duration] = []
    for await nap in naps.prefix(7) { seconds.append(nap) }
    session.close()

    #expect(seconds == [0, 1, 2, 4, 0, 1, 2].map { .seconds($0) })
    withExtendedLifetime(updates) {}
  }
}
