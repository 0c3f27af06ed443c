package import AppStorePayloads
package import Foundation
package import StoreAPI

/// The settings of a store, its clock and its epoch.
package struct StoreSettings: Hashable, Sendable {
  /// The app that the store sells for.
  package var bundleID: String
  /// The environment that the store's signed data names; it never changes.
  package var environment: StoreEnvironment
  /// SHA-256 of the store's root certificate, the only one that its devices trust.
  package var rootHash: Data
  /// ISO 3166-1 alpha-3.
  package var storefront: String
  /// The language of names and descriptions.
  package var locale: String
  package var rules: StoreRules
  package var clock: StoreClock
  /// The latest time that was stored, at a change or a use of the store; the store's time is never
  /// earlier.
  package var lastNow: Date
  /// A number that is drawn at random for a new store, by each reset and for a restored store; see
  /// ``StoreAPI/StoreTime/epoch``.
  package var epoch: Int
  /// The number of times that the operator has set the time back.
  package var generation: Int
  package var numbers: TransactionNumbers
  /// Makes UUIDs predictable; `nil` if the store was created without `--seed`.
  package var seed: UInt64?
  /// The errors that sessions return to their apps instead of results.
  package var simulatedErrors: SimulatedErrors
  /// The secret that the app's server sends with a receipt, and that notifications of version 1
  /// contain; `nil` before the operator has asked for it.
  package var sharedSecret: String?

  package init(
    bundleID: String, rootHash: Data, storefront: String, locale: String,
    rules: StoreRules = StoreRules(), clock: StoreClock, lastNow: Date, epoch: Int = 1,
    generation: Int = 0, numbers: TransactionNumbers = .original, seed: UInt64? = nil,
    simulatedErrors: SimulatedErrors = [:], sharedSecret: String? = nil,
    environment: StoreEnvironment = .sandbox
  ) {
    self.bundleID = bundleID
    self.environment = environment
    self.rootHash = rootHash
    self.storefront = storefront
    self.locale = locale
    self.rules = rules
    self.clock = clock
    self.lastNow = lastNow
    self.epoch = epoch
    self.generation = generation
    self.numbers = numbers
    self.seed = seed
    self.simulatedErrors = simulatedErrors
    self.sharedSecret = sharedSecret
  }
}

/// A catalogue and the date from which it was sold.
package struct CatalogueVersion: Hashable, Sendable {
  package var version: Int
  package var validFrom: Date
  package var catalogue: Catalogue
  /// The ``Catalogue/digest`` of the file that was imported last; an operator's later changes of prices
  /// and products are not in it.
  package var fileDigest: String

  /// Creates a version; without a `fileDigest`, its catalogue is that of a file.
  package init(version: Int, validFrom: Date, catalogue: Catalogue, fileDigest: String? = nil) {
    self.fileDigest = fileDigest ?? catalogue.digest
    self.version = version
    self.validFrom = validFrom
    self.catalogue = catalogue
  }
}
