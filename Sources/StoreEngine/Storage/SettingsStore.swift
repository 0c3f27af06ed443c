package import Foundation
package import StoreAPI

/// Stores the settings of a store and the versions of its catalogue.
package protocol SettingsStore: Sendable {
  /// Creates the store with these settings, this catalogue and its offer key, unless it exists.
  ///
  /// - Returns: The store's settings. If two processes create it at once, both get the same.
  func create(
    _ settings: StoreSettings, catalogue: Catalogue
  ) async throws(StoreError) -> StoreSettings

  /// Returns the store's settings, or `nil` if it has not been created.
  func settings() async throws(StoreError) -> StoreSettings?

  /// Returns the version of the catalogue that was sold at `date`; for an earlier date than the
  /// first version's, the first.
  func catalogueVersion(at date: Date) async throws(StoreError) -> Int

  /// Returns the catalogue with this number, which must exist.
  func catalogue(version: Int) async throws(StoreError) -> CatalogueVersion

  /// Moves the clock to `target`, or to the last event if that is later, and freezes it or lets it
  /// run; `nil` changes neither.
  ///
  /// Everything that is due by then is settled first, in the same transaction; see
  /// ``SettledChange``.
  ///
  /// - Returns: The new settings, whose ``StoreSettings/lastNow`` is the clock's new time.
  func setClock(
    reaching target: Date, frozen: Bool?, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettledChange<StoreSettings>

  /// Stores that the store is used at the time that its clock shows; see
  /// ``StoreSettings/mustStoreUse(wall:)``.
  func recordUse(wall: MachineTime) async throws(StoreError)

  /// Sets the time back to `date`, and begins a new generation of the clock.
  ///
  /// - Returns: The new settings, whose ``StoreSettings/lastNow`` is the date.
  /// - Throws: ``StoreAPI/StoreError/clockNotSet(date:reason:limit:)`` if the date is not before
  ///   the store's time, if an event or a version of the catalogue is later, or if it is before the
  ///   certificates' first day.
  func setClockBack(
    to date: Date, wall: MachineTime
  ) async throws(StoreError) -> StoreSettings

  /// Changes the settings at the time that the clock shows when the machine's shows
  /// `settlement.wall`.
  ///
  /// Everything that is due by then is settled first with the former settings, in the same
  /// transaction; see ``SettledChange``.
  ///
  /// - Returns: The new settings, whose ``StoreSettings/lastNow`` is the time of the change.
  func changeSettings(
    _ settlement: SettlementContext, _ change: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreError) -> SettledChange<StoreSettings>

  /// Adds a key with which an app's server signs offers, or replaces the one with its ID.
  func addOfferKey(_ key: OfferKey, at now: Date) async throws(StoreError)

  /// Returns the offer key with this ID, or `nil` if the store has none.
  func offerKey(_ id: String) async throws(StoreError) -> OfferKey?

  /// Adds offer codes.
  ///
  /// - Throws: ``StoreAPI/StoreError/offerCodeExists(name:)`` if there is one of them already; then none is
  ///   added.
  func addOfferCodes(_ codes: [StoredOfferCode], at now: Date) async throws(StoreError)

  /// Returns the offer code with this text, or `nil` if the store has none.
  func offerCode(_ code: String) async throws(StoreError) -> StoredOfferCode?

  /// Returns at most `limit` offer codes, newest first.
  func offerCodes(limit: Int) async throws(StoreError) -> [StoredOfferCode]

  /// Reads the given numbers and stores the settings that `decide` returns; nothing else happens
  /// between.
  ///
  /// - Parameters:
  ///   - evidence: The transaction about which ``IssuedNumbers`` are read.
  ///   - decide: Returns the new settings; `nil` if nothing is to be changed.
  /// - Returns: The new settings; `nil` if nothing has changed.
  /// - Throws: The error of `decide`, and ``StoreAPI/StoreError/unavailable(reason:)`` if storage fails.
  func beginEpoch(
    evidence: RollbackEvidence,
    decide: @escaping @Sendable (StoreSettings, IssuedNumbers) throws(StoreError) -> StoreSettings?
  ) async throws(StoreError) -> StoreSettings?

  /// Deletes all purchases, gives every account a new customer number and begins a new epoch.
  ///
  /// - Parameters:
  ///   - now: The store's time.
  ///   - nextEpoch: Returns an epoch that differs from that of the settings.
  /// - Returns: The new settings.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if storage fails.
  func reset(
    at now: Date, nextEpoch: @escaping @Sendable (StoreSettings) -> Int
  ) async throws(StoreError) -> StoreSettings

  /// Deletes all purchases, as ``reset(at:nextEpoch:)`` does, stores other settings, and sells the
  /// catalogue as it was after the last import of a file.
  ///
  /// - Parameter renew: Returns the new settings, with a time from which the catalogue is sold and an
  ///   epoch that differs from the old one.
  /// - Returns: The new settings.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if storage fails.
  func resetAsNew(
    _ renew: @escaping @Sendable (StoreSettings, Catalogue) -> StoreSettings
  ) async throws(StoreError) -> StoreSettings
}

/// The result of a change before which everything that is due must be settled.
///
/// One transaction makes the change and settles what is due before it, up to
/// ``SettlementBatch/standardLimit``.
package enum SettledChange<Value: Sendable>: Sendable {
  /// `settled` is the number of renewals, failures and expirations before the change.
  case changed(Value, settled: Int)
  /// This number was settled, more is due, and nothing else has changed.
  case hasMoreDue(settled: Int)
}
