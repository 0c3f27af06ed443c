package import Foundation
package import StoreAPI

// The store's time, by its clock and the machine's.
extension StoreSettings {
  /// The time after the last stored use before another one is stored, in seconds, so that most
  /// reads write nothing.
  package static let useInterval: TimeInterval = 3600

  /// Returns the store's time, to the millisecond.
  ///
  /// It is the last one if the machine's clock has jumped; see ``jump(wall:)``.
  package func now(wall: MachineTime) -> Date {
    jump(wall: wall) == nil ? clock.now(wall: wall.date, last: lastNow) : lastNow
  }

  /// Returns the jump of the machine's clock that waits for the operator; `nil` if there is none.
  ///
  /// A clock jumps if it shows a later time than its limits allow after the last use of the store. A
  /// frozen clock does not.
  package func jump(wall: MachineTime) -> ClockJump? {
    guard !clock.isFrozen else { return nil }
    let shown = clock.now(wall: wall.date, last: lastNow)
    guard !wall.limits.allow(shown, after: lastNow) else { return nil }
    let end = wall.limits.validity.upperBound
    return ClockJump(to: shown, after: lastNow, certificatesEnd: shown < end ? nil : end)
  }

  /// Returns the clock, moved forward to `date` if it shows an earlier time.
  package func clock(at date: Date, wall: MachineTime) -> StoreClock {
    clock.now(wall: wall.date, last: .distantPast) < date
      ? clock.set(to: date, frozen: clock.isFrozen, wall: wall.date) : clock
  }

  /// Returns the state of the clock at `now`, for an answer.
  package func time(at now: Date, jump: ClockJump? = nil) -> StoreTime {
    StoreTime(
      now: now, isFrozen: clock.isFrozen, timeRate: rules.timeRate, epoch: epoch,
      generation: generation,
      jump: jump, simulatedErrors: simulatedErrors)
  }

  /// Returns the state of the clock, for an answer.
  package func time(wall: MachineTime) -> StoreTime {
    time(at: now(wall: wall), jump: jump(wall: wall))
  }

  /// Whether the store is used so long after the last time that this must be stored.
  package func mustStoreUse(wall: MachineTime) -> Bool {
    now(wall: wall).timeIntervalSince(lastNow) >= Self.useInterval
  }

  /// Checks that the time may be set back to `date`, if the store's last event was at `lastEvent`.
  ///
  /// - Throws: ``StoreAPI/StoreError/clockNotSet(date:reason:limit:)``.
  package func checkSetBack(to date: Date, wall: MachineTime, lastEvent: Date?) throws(StoreError) {
    let (now, first) = (now(wall: wall), wall.limits.validity.lowerBound)
    guard date < now else { throw .clockNotSet(date: date, reason: .notEarlier, limit: now) }
    if let lastEvent, date < lastEvent {
      throw .clockNotSet(date: date, reason: .eventAfter, limit: lastEvent)
    }
    guard date >= first else {
      throw .clockNotSet(date: date, reason: .beforeCertificates, limit: first)
    }
  }

  /// Checks that something may be sold or decided at the store's time.
  ///
  /// - Throws: ``StoreAPI/StoreError/clockNotAccepted(last:_:)`` if the machine's clock has jumped,
  ///   and ``StoreAPI/StoreError/certificatesNotValid(date:first:last:)`` if no device would accept
  ///   what is signed at this time.
  package func checkClock(wall: MachineTime) throws(StoreError) {
    let (jump, validity) = (jump(wall: wall), wall.limits.validity)
    if let jump, jump.certificatesEnd == nil {
      throw .clockNotAccepted(last: lastNow, jump)
    }
    let now = jump?.date ?? now(wall: wall)
    guard validity.contains(now) else {
      throw .certificatesNotValid(date: now, first: validity.lowerBound, last: validity.upperBound)
    }
  }
}
