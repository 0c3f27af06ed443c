package import Foundation
package import StoreAPI

/// A store: performs what the rules decide.
///
/// It reads the wall clock, draws random numbers, signs and waits. Storage serializes all writes, so
/// any number of engines, also in several processes, may share one storage.
package struct StoreEngine: Sendable {
  /// Waits on the wall clock; throws early if the task is cancelled.
  package typealias Sleep = @Sendable (Duration) async throws -> Void

  let ledgers: any LedgerStore
  let signer: PayloadSigner
  let wallClock: @Sendable () -> Date
  let sleep: Sleep
  let randomness: Randomness
  let markets: Markets
  let signInGuard: SignInGuard
  let limits: AccountLimits
  /// The address of the client for which this engine acts; `nil` in the store's own process.
  private(set) var clientAddress: NetworkAddress?

  /// The store's root certificate in DER, which devices pin.
  package var rootCertificate: Data { signer.rootCertificate }

  /// The time at which the store's certificates are valid; the clock cannot be moved out of it.
  package var validity: Range<Date> { signer.validity }

  /// Returns the accounts as a client at this network address uses them.
  ///
  /// Attempts to sign in are limited by address as well as by account. IPv6 addresses count by
  /// their first 64 bits.
  package func accounts(from address: String) -> any StoreAccounts {
    var engine = self
    engine.clientAddress = NetworkAddress(address)
    return engine
  }
}

extension StoreEngine {
  /// Returns the store's settings.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unavailable(_:)`` if the store has not been created.
  func settings() async throws(StoreFault) -> StoreSettings {
    guard let settings = try await ledgers.settings() else {
      throw .unavailable("the store has not been made yet")
    }
    return settings
  }

  /// Settles everything that is due until now, for all customers in the order of the due dates.
  ///
  /// Every request begins with it. If nothing is due, it costs one indexed query.
  ///
  /// - Returns: The store's settings and its time.
  func settled() async throws(StoreFault) -> StoreSnapshot {
    let settings = try await settings()
    let now = settings.now(wall: wallClock())
    try await settle(until: now, settings)
    return StoreSnapshot(settings: settings, now: now)
  }

  /// Settles everything that is due until `date`, for all customers in the order of the due dates.
  ///
  /// - Returns: The number of renewals, failures and expirations.
  @discardableResult
  func settle(until date: Date, _ settings: StoreSettings) async throws(StoreFault) -> Int {
    var settings = settings
    var count = 0
    while let due = try await ledgers.nextDue(until: date) {
      do throws(StoreFault) {
        count += try await settle(due, settings)
      } catch .unauthorized {
        // A reset has removed this customer, so nothing is due any more. The present request goes on.
      } catch let fault where fault == .termsChanged {
        settings = try await self.settings()
      }
    }
    return count
  }

  /// Settles what is due for one customer, and moves the clock to the due date if it is earlier.
  ///
  /// The clock is earlier while it is being moved. If the process ends in between, the clock shows
  /// the time until which everything is settled.
  private func settle(
    _ due: DueSubscription, _ settings: StoreSettings
  ) async throws(StoreFault) -> Int {
    let version = try await ledgers.catalogueVersion(at: due.date)
    let market = try await markets.market(ofVersion: version, settings)
    let needs = LedgerNeeds(
      terms: MarketTerms(version: version, settings), termsDate: due.date)
    return try await ledgers.transact(due.customer, needs: needs) { [wallClock] ledger, settings in
      var draft = LedgerDraft(ledger)
      let count = draft.settle(until: due.date, in: market)
      let now = max(settings.lastNow, due.date)
      return Decision(
        draft, at: now, clock: settings.clock(at: now, wall: wallClock()), value: count)
    }
  }
}

/// The store's settings and its time at the start of a request.
struct StoreSnapshot {
  let settings: StoreSettings
  let now: Date

  var time: StoreTime { settings.time(at: now) }

  func answer<Value: Sendable>(_ value: Value) -> Answer<Value> { Answer(value, at: time) }
}
