package import Foundation
package import StoreAPI

/// Where a store's settings and its catalogue over time are kept.
package protocol SettingsStore: Sendable {
  /// Makes the store with these settings and this catalogue, unless it has been made already.
  ///
  /// - Returns: The store's settings: of two processes that make it at once, one's.
  func create(
    _ settings: StoreSettings, catalogue: Catalogue
  ) async throws(StoreFault) -> StoreSettings

  /// The store's settings; `nil` before it has been made.
  func settings() async throws(StoreFault) -> StoreSettings?

  /// The version of the catalogue that was sold at `date`, and of those before the first version
  /// the first.
  func catalogueVersion(at date: Date) async throws(StoreFault) -> Int

  /// The catalogue with this number, which must exist.
  func catalogue(version: Int) async throws(StoreFault) -> CatalogueVersion

  /// Sets the clock to `clock`, which says `now`, unless something is due until then or something
  /// has happened after it.
  ///
  /// - Returns: The new settings; `nil` where it did not, and nothing has changed.
  func setClock(
    _ clock: StoreClock, at now: Date
  ) async throws(StoreFault) -> StoreSettings?

  /// Forgets all purchases, gives every account a new customer number and begins a new epoch.
  func reset(at now: Date) async throws(StoreFault) -> StoreSettings
}
