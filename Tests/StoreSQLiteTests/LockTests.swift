import Foundation
import GRDB
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

@testable import StoreSQLite

/// A write while another process holds the lock of the file.
@Suite(.hangLimit) struct LockTests {
  private let file: StoreFile
  private let other: DatabaseQueue

  init() async throws {
    file = try StoreFile()
    try await file.makeStore().close()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = SQLiteLedgerStore.retryWhileBusy()
    other = try DatabaseQueue(path: file.url.path, configuration: configuration)
  }

  @Test func `a write waits until the other process has written`() async throws {
    let waits = Mutex(0)
    let store = try store(attempts: 100) { [other] in
      let count = waits.withLock { waits in
        waits += 1
        return waits
      }
      if count == 3 { try? other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") } }
    }
    try await lock()

    _ = try await store.setClock(reaching: .fixture, frozen: false, .fixture)

    #expect(waits.withLock { $0 } == 3)
    #expect(try await store.settings()?.clock.isFrozen == false)
  }

  @Test func `a write gives up if the other process does not end`() async throws {
    let waits = Mutex(0)
    let store = try store(attempts: 4) { waits.withLock { $0 += 1 } }
    try await lock()

    let error = await #expect(throws: StoreError.self) {
      try await store.setClock(reaching: .fixture, frozen: false, .fixture)
    }

    #expect(waits.withLock { $0 } == 4)
    guard case .unavailable = error else {
      throw FixtureError(text: "the error is \(String(describing: error))")
    }
  }

  @Test func `a task that opens a store blocks no thread while another process makes it`()
    async throws
  {
    let url = file.url
    try await expectFreeThread(whileHeld: SQLiteLedgerStore.lock(of: url)) {
      try await SQLiteLedgerStore.open(file: url, creates: false).close()
    }
  }

  private func store(
    attempts: Int, wait: @escaping @Sendable () -> Void
  ) throws -> SQLiteLedgerStore {
    try SQLiteLedgerStore(
      file: file.url, migrator: DatabaseSchema.migrator,
      busyMode: SQLiteLedgerStore.retryWhileBusy(attempts: attempts, wait: wait))
  }

  private func lock() async throws {
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
  }
}
