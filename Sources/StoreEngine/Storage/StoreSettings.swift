package import Foundation
package import StoreAPI

/// What a store is and where it stands in time; one for each store.
package struct StoreSettings: Hashable, Sendable {
  /// The app that the store sells for.
  package var bundleID: String
  /// SHA-256 of the root certificate that the store was made with, the only one that its devices
  /// trust.
  package var rootHash: Data
  /// ISO 3166-1 alpha-3.
  package var storefront: String
  /// The language of names and descriptions.
  package var locale: String
  package var pace: Pace
  package var clock: StoreClock
  /// The latest time that the store ever stored; it never answers an earlier one.
  package var lastNow: Date
  /// Counts resets from 1.
  package var epoch: Int
  /// Makes UUIDs predictable; `nil` in a store that was made without `--seed`.
  package var seed: UInt64?
  /// See ``Market/renewalLimit``.
  package var renewalLimit: Int

  package init(
    bundleID: String, rootHash: Data, storefront: String, locale: String, pace: Pace,
    clock: StoreClock, lastNow: Date, epoch: Int = 1, seed: UInt64? = nil, renewalLimit: Int = 12
  ) {
    self.bundleID = bundleID
    self.rootHash = rootHash
    self.storefront = storefront
    self.locale = locale
    self.pace = pace
    self.clock = clock
    self.lastNow = lastNow
    self.epoch = epoch
    self.seed = seed
    self.renewalLimit = renewalLimit
  }

  /// The store's time when the wall clock says `wall`, to the millisecond.
  package func now(wall: Date) -> Date { clock.now(wall: wall, last: lastNow) }

  /// The clock, moved forward to `date` where it has not come so far when the wall clock says
  /// `wall`.
  package func clock(at date: Date, wall: Date) -> StoreClock {
    clock.now(wall: wall, last: .distantPast) < date
      ? clock.set(to: date, frozen: clock.isFrozen, wall: wall) : clock
  }

  /// What an answer says about the store's time at `now`.
  package func time(at now: Date) -> StoreTime {
    StoreTime(now: now, isFrozen: clock.isFrozen, pace: pace, epoch: epoch)
  }
}

/// A catalogue, and from when on it was sold.
package struct CatalogueVersion: Hashable, Sendable {
  package var version: Int
  package var validFrom: Date
  package var catalogue: Catalogue

  package init(version: Int, validFrom: Date, catalogue: Catalogue) {
    self.version = version
    self.validFrom = validFrom
    self.catalogue = catalogue
  }
}
