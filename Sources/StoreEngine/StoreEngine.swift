import AppStorePayloads
package import Foundation
import NetworkAddresses
package import StoreAPI

/// A store: performs what the rules decide.
///
/// It reads the wall clock, draws random numbers, signs and waits. Storage serializes all writes,
/// so any number of engines, even in several processes, may share one storage.
package struct StoreEngine: Sendable {
  /// Waits on the wall clock; throws early if the task is cancelled.
  package typealias Sleep = @Sendable (Duration) async throws -> Void

  let parts: StoreParts

  init(_ parts: StoreParts) { self.parts = parts }

  /// The store's root certificate in DER, which devices pin.
  package var rootCertificate: Data { signer.rootCertificate }

  /// The time at which the store's certificates are valid; the clock cannot be moved out of it.
  package var validity: Range<Date> { signer.validity }

  /// Returns the accounts as a client at this network address uses them.
  ///
  /// Attempts to sign in are limited by address as well as by account. IPv6 addresses count by
  /// their first 64 bits.
  package func accounts(from address: String) -> any StoreAccounts {
    changing { $0.clientAddress = NetworkAddress(address) }
  }
}

extension StoreEngine {
  /// Returns the store's settings.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the store has not been created.
  func settings() async throws(StoreError) -> StoreSettings {
    try existing(await ledgers.settings())
  }

  private func existing(_ settings: StoreSettings?) throws(StoreError) -> StoreSettings {
    guard let settings else { throw .unavailable(reason: "the store has not been made yet") }
    return settings
  }

  /// Returns the store's time, and settles nothing.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if storage cannot be read.
  package func time() async throws(StoreError) -> StoreTime {
    let settings = try await settings()
    return settings.time(wall: machineTime)
  }

  /// Reads the machine's clock.
  var machineTime: MachineTime { MachineTime(wallClock(), clockLimits) }

  /// Returns the store's settings and its time, and settles nothing.
  ///
  /// It begins requests without a sign-in.
  func unsettled() async throws(StoreError) -> StoreSnapshot {
    StoreSnapshot(try await settings(), wall: machineTime)
  }

  /// Settles everything that is due until now, for all customers in the order of the due dates.
  ///
  /// Every request with a sign-in begins with it. If nothing is due, it costs one read. If the
  /// machine's clock has jumped, the store's time is the last one, at which nothing is due.
  ///
  /// - Returns: The store's settings and its time.
  func settled() async throws(StoreError) -> StoreSnapshot {
    let wall = machineTime
    let state = try await ledgers.requestState(wall: wall)
    let settings = try existing(state.settings)
    let snapshot = StoreSnapshot(settings, wall: wall)
    if state.due != nil { try await settle(until: snapshot.now) }
    await recordUse(settings, wall)
    return snapshot
  }

  /// Stores the use of the store if the last one is long ago.
  ///
  /// A use that cannot be stored, as on a full disk, is stored by a later request; reading still
  /// works.
  func recordUse(_ settings: StoreSettings, _ wall: MachineTime) async {
    guard settings.mustStoreUse(wall: wall) else { return }
    try? await ledgers.recordUse(wall: wall)
  }

  /// The time for which a settlement lets other processes write between two of its transactions.
  private static let pause: Duration = .milliseconds(5)

  /// Settles everything that is due until `date`, for all customers in the order of the due dates.
  ///
  /// An engine settles for one request at a time; the others wait until what they need is settled.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the task is cancelled and more is due.
  private func settle(until date: Date) async throws(StoreError) {
    _ = try await settlements.run(
      while: { () throws(StoreError) in try await ledgers.nextDue(until: date) != nil },
      { () throws(StoreError) in try await settleInBatches(until: date) })
  }

  /// Settles everything that is due until `date`, for a call whose turn to settle it is.
  ///
  /// If the process ends or the task is cancelled between two transactions, the clock shows the time
  /// until which everything is settled.
  ///
  /// - Parameters:
  ///   - date: The last due date that is settled.
  ///   - report: Is given the settlements of each transaction.
  /// - Returns: The number of renewals, failures and expirations.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the task is cancelled and more is due.
  func settleInBatches(
    until date: Date, _ report: (SettlementProgress) -> Void = { _ in }
  ) async throws(StoreError) -> Int {
    var count = 0
    while try await ledgers.nextDue(until: date) != nil {
      let batch = try await ledgers.settle(
        until: date, limit: SettlementBatch.standardLimit, settlement())
      count += batch.count
      report(batch)
      guard batch.hasReachedLimit else { break }
      try await yieldToWriters()
    }
    return count
  }

  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the task is cancelled.
  private func yieldToWriters() async throws(StoreError) {
    settlements.pause()
    try? await sleep(Self.pause)
    guard !Task.isCancelled else { throw .unavailable(reason: "the call was cancelled") }
  }

  /// Settles what is due, then makes a change that settles what has become due meanwhile; again if
  /// that was too much for one transaction.
  ///
  /// - Returns: The result of the change, and the number of renewals, failures and expirations.
  func settling<Value: Sendable>(
    _ settle: () async throws(StoreError) -> Int,
    before change: () async throws(StoreError) -> SettledChange<Value>
  ) async throws(StoreError) -> (value: Value, settled: Int) {
    var count = 0
    while true {
      count += try await settle()
      switch try await change() {
      case .changed(let value, let settled): return (value, count + settled)
      case .hasMoreDue(let settled): count += settled
      }
      try await yieldToWriters()
    }
  }

  /// Makes a change after everything that is due now is settled.
  func settling<Value: Sendable>(
    before change: () async throws(StoreError) -> SettledChange<Value>
  ) async throws(StoreError) -> Value {
    try await settling(
      { () throws(StoreError) in
        _ = try await settled()
        return 0
      }, before: change
    ).value
  }

  /// Returns the values that storage needs to settle at the present time of the machine's clock.
  func settlement() -> SettlementContext {
    SettlementContext(wall: machineTime) { [catalogueSnapshots] terms, catalogue in
      try catalogueSnapshots.snapshot(terms, catalogue: catalogue)
    }
  }
}

/// The store's settings and its time at the start of a request.
struct StoreSnapshot {
  let settings: StoreSettings
  let time: StoreTime

  var now: Date { time.now }

  /// The store as its clock shows it.
  init(_ settings: StoreSettings, wall: MachineTime) {
    self.init(settings, at: settings.time(wall: wall))
  }

  init(_ settings: StoreSettings, at time: StoreTime) {
    self.settings = settings
    self.time = time
  }

  func answer<Value: Sendable>(_ value: Value) -> Answer<Value> { Answer(value, at: time) }
}
