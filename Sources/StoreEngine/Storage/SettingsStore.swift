package import Foundation
package import StoreAPI

/// Stores the settings of a store and the versions of its catalogue.
package protocol SettingsStore: Sendable {
  /// Creates the store with these settings and this catalogue, unless it exists.
  ///
  /// - Returns: The store's settings. If two processes create it at once, both get the same.
  func create(
    _ settings: StoreSettings, catalogue: Catalogue
  ) async throws(StoreFault) -> StoreSettings

  /// Returns the store's settings, or `nil` if it has not been created.
  func settings() async throws(StoreFault) -> StoreSettings?

  /// Returns the version of the catalogue that was sold at `date`; for an earlier date than the
  /// first version's, the first.
  func catalogueVersion(at date: Date) async throws(StoreFault) -> Int

  /// Returns the catalogue with this number, which must exist.
  func catalogue(version: Int) async throws(StoreFault) -> CatalogueVersion

  /// Sets the clock, which shows `now`, unless a subscription is due until then or an event is
  /// later.
  ///
  /// - Returns: The new settings; `nil` if nothing has changed.
  func setClock(
    _ clock: StoreClock, at now: Date
  ) async throws(StoreFault) -> StoreSettings?

  /// Deletes all purchases, gives every account a new customer number and begins a new epoch.
  func reset(at now: Date) async throws(StoreFault) -> StoreSettings
}
