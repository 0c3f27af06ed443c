package import Foundation
import StoreAPI

/// A store: what it sells, to whom, and at what time.
///
/// It performs what the rules decide: reads the wall clock, draws random numbers, signs, and
/// waits. Storage is its serial owner, so any number of engines, also in several processes, may
/// share one.
package struct StoreEngine: Sendable {
  /// Waits so long on the wall clock; ends early, by throwing, when the task is cancelled.
  package typealias Sleep = @Sendable (Duration) async throws -> Void

  let ledgers: any LedgerStore
  let signer: PayloadSigner
  let wallClock: @Sendable () -> Date
  let sleep: Sleep
  let randomness: Randomness
  let markets: Markets
  let signInGuard: SignInGuard
  let limits: AccountLimits

  init(
    ledgers: any LedgerStore, signer: PayloadSigner, wallClock: @escaping @Sendable () -> Date,
    sleep: @escaping Sleep, randomness: Randomness, signInGuard: SignInGuard, limits: AccountLimits
  ) {
    self.ledgers = ledgers
    self.signer = signer
    self.wallClock = wallClock
    self.sleep = sleep
    self.randomness = randomness
    self.signInGuard = signInGuard
    self.limits = limits
    markets = Markets(ledgers: ledgers)
  }

  /// The store's root certificate, DER: what devices pin.
  package var rootCertificate: Data { signer.rootCertificate }

  /// When the store's signatures can be trusted; the clock stays in it.
  package var validity: Range<Date> { signer.validity }
}

extension StoreEngine {
  /// The store's settings, in a store that has been made.
  func settings() async throws(StoreFault) -> StoreSettings {
    guard let settings = try await ledgers.settings() else {
      throw .unavailable("the store has not been made yet")
    }
    return settings
  }

  /// Lets everything happen that is due until now, over all customers in order of due date.
  ///
  /// One indexed query when nothing is due. Every call of a contract begins with it.
  ///
  /// - Returns: The store's settings and its now.
  func settled() async throws(StoreFault) -> StoreSnapshot {
    let settings = try await settings()
    let now = settings.now(wall: wallClock())
    try await settle(until: now, settings)
    return StoreSnapshot(settings: settings, now: now)
  }

  /// Lets everything happen that is due until `date`, over all customers in order of due date.
  ///
  /// - Returns: How many renewals and expirations there were.
  @discardableResult
  func settle(until date: Date, _ settings: StoreSettings) async throws(StoreFault) -> Int {
    var count = 0
    while let due = try await ledgers.nextDue(until: date) {
      let market = try await markets.market(at: due.date, settings)
      do throws(StoreFault) {
        count += try await settle(due, in: market)
      } catch .unauthorized {
        // A reset has removed this customer meanwhile, so nothing is due any more. The present call
        // is not refused for it.
      }
    }
    return count
  }

  /// Where the clock is not there yet, because it is being moved, it moves along: a process that
  /// ends in between leaves a clock that says when it is, and runs on from there.
  private func settle(
    _ due: DueSubscription, in market: Market
  ) async throws(StoreFault) -> Int {
    try await ledgers.transact(due.customer, needs: LedgerNeeds()) { [wallClock] ledger, settings in
      var draft = LedgerDraft(ledger)
      let count = draft.settle(until: due.date, in: market)
      let now = max(settings.lastNow, due.date)
      return Decision(
        draft, at: now, clock: settings.clock(at: now, wall: wallClock()), value: count)
    }
  }
}

/// The store at one moment.
struct StoreSnapshot {
  let settings: StoreSettings
  let now: Date

  var time: StoreTime { settings.time(at: now) }

  func answer<Value: Sendable>(_ value: Value) -> Answer<Value> { Answer(value, at: time) }
}
