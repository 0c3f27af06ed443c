package import AppStorePayloads
import Crypto
package import Foundation
package import StoreAPI

extension StoreEngine {
  /// The app of a new store that names no other.
  package static let defaultBundleID = "com.example.skdemo"

  /// The values of a new store.
  package struct NewStoreConfiguration: Sendable {
    /// The products, and the storefront, locale and time rate, which the store keeps.
    package var catalogue: Catalogue
    package var bundleID: String
    /// The environment that signed data names; a store keeps it for ever.
    package var environment: StoreEnvironment
    package var clock: StoreClock
    /// If the clock is frozen too, everything except keys, tokens and signatures is the same in
    /// every run.
    package var seed: UInt64?
    /// The first epoch; `nil` draws it at random.
    ///
    /// If this store replaces another, it must not be the other's.
    package var epoch: Int?
    /// See ``StoreAPI/StoreRules/refundsAtOnce``.
    package var refundsAtOnce: Bool

    package init(
      catalogue: Catalogue, bundleID: String = defaultBundleID,
      environment: StoreEnvironment = .sandbox,
      clock: StoreClock = .running(offset: 0), seed: UInt64? = nil, epoch: Int? = nil,
      refundsAtOnce: Bool = false
    ) {
      self.catalogue = catalogue
      self.bundleID = bundleID
      self.environment = environment
      self.clock = clock
      self.seed = seed
      self.epoch = epoch
      self.refundsAtOnce = refundsAtOnce
    }
  }

  /// Opens the store in `ledgers`, or creates it from `configuration` if there is none.
  ///
  /// An existing store keeps its own settings, and `configuration` may be `nil`.
  ///
  /// - Parameters:
  ///   - ledgers: The storage.
  ///   - signer: Signs for the store.
  ///   - configuration: The values of a new store.
  ///   - expected: The file that the store must have imported last; `nil` allows any.
  ///   - environment: The environment that the store must have; `nil` allows any.
  ///   - wallClock: Returns the time of the machine's clock.
  ///   - clockBound: The longest time since the last use after which the store follows the
  ///     machine's clock without its operator, in seconds; `nil` for any.
  ///   - sleep: Waits on the wall clock.
  ///   - randomness: The source of random numbers.
  ///   - scryptParameters: The scrypt parameters for passwords set from now on.
  ///   - keyDerivation: Derives keys from passwords.
  ///   - limits: The rate limits of sign-ins and sign-ups, and the limits of each account.
  /// - Throws: ``StoreOpeningError/differentCatalogue`` if the store has imported another,
  ///   ``StoreOpeningError/differentEnvironment(_:)`` if it has another environment,
  ///   ``StoreOpeningError/differentRoot`` if `signer` has another root than the store,
  ///   ``StoreOpeningError/unknownStorefront(_:)`` if the country of a new store is unknown, and
  ///   ``StoreOpeningError/error(_:)`` if storage cannot be read or written.
  /// - Returns: The store.
  package static func open(
    _ ledgers: any LedgerStore, signer: PayloadSigner, configuration: NewStoreConfiguration?,
    expecting expected: Catalogue? = nil, in environment: StoreEnvironment? = nil,
    wallClock: @escaping @Sendable () -> Date = { Date() },
    clockBound: TimeInterval? = TimeInterval(ClockLimits.standardDays * 86_400),
    sleep: @escaping Sleep = { try await Task.sleep(for: $0) }, randomness: Randomness = .system,
    scryptParameters: ScryptParameters = .standard, keyDerivation: KeyDerivation = .scrypt,
    limits: SignInLimits = .standard
  ) async throws(StoreOpeningError) -> StoreEngine {
    do {
      let engine = StoreEngine(
        StoreParts(
          StoreParts.Values(
            ledgers: ledgers, signer: signer,
            issuerID: StoreIssuer.id(rootHash: signer.rootHash), wallClock: wallClock,
            clockLimits: ClockLimits(bound: clockBound, validity: signer.validity), sleep: sleep,
            randomness: randomness, catalogueSnapshots: CatalogueSnapshots(ledgers: ledgers),
            signInGuard: SignInGuard(limits, cost: scryptParameters, derivation: keyDerivation),
            limits: limits.eachAccount,
            streamAlarms: StreamAlarms(sleep: sleep),
            receiptVerifier: ReceiptVerifier(rootCertificates: [signer.rootCertificate]))))
      let settings = try await engine.create(configuration)
      guard settings.rootHash == signer.rootHash else { throw StoreOpeningError.differentRoot }
      if let expected, try await engine.catalogueVersion().fileDigest != expected.digest {
        throw StoreOpeningError.differentCatalogue
      }
      guard environment == nil || environment == settings.environment else {
        throw StoreOpeningError.differentEnvironment(settings.environment)
      }
      if try await ledgers.hasUnfinishedMassExtension() { engine.beginMassExtensions() }
      return engine
    } catch let error as StoreError {
      throw .error(error)
    } catch let error as StoreOpeningError {
      throw error
    } catch {
      preconditionFailure("opening a store throws no \(type(of: error))")
    }
  }

  /// Returns the catalogue that the store sells now, with the store's country and language.
  package func catalogue() async throws(StoreError) -> Catalogue {
    var catalogue = try await catalogueVersion().catalogue
    let settings = try await settings()
    catalogue.settings.storefront = settings.storefront
    catalogue.settings.locale = settings.locale
    return catalogue
  }

  private func catalogueVersion() async throws(StoreError) -> CatalogueVersion {
    let now = try await settings().now(wall: machineTime)
    let version = try await ledgers.catalogueVersion(at: now)
    return try await ledgers.catalogue(version: version)
  }

  private func create(_ configuration: NewStoreConfiguration?) async throws -> StoreSettings {
    guard let configuration else { return try await settings() }
    if let settings = try await ledgers.settings() { return settings }
    let settings = try configuration.settings(
      signedBy: signer, at: machineTime.date, randomness: randomness)
    return try await ledgers.create(settings, catalogue: configuration.catalogue)
  }
}

extension StoreEngine.NewStoreConfiguration {
  /// The settings with which a new store begins.
  ///
  /// - Parameters:
  ///   - signer: Signs for the store.
  ///   - date: The time of the machine's clock.
  ///   - randomness: The source of random numbers.
  /// - Returns: The settings.
  /// - Throws: ``StoreOpeningError/unknownStorefront(_:)`` if the catalogue's country is
  ///   unknown, ``StoreOpeningError/clockOutsideCertificates(_:valid:)`` if the store could not
  ///   sign at that time, and `StoreError` if two win-back offers of the catalogue have one ID.
  package func settings(
    signedBy signer: PayloadSigner, at date: Date, randomness: Randomness = .system
  ) throws -> StoreSettings {
    try catalogue.checkWinBackOffers()
    let catalogue = catalogue.settings
    guard StorefrontList.named(catalogue.storefront) != nil else {
      throw StoreOpeningError.unknownStorefront(catalogue.storefront)
    }
    var rules = catalogue.rules
    rules.refundsAtOnce = refundsAtOnce
    let now = clock.now(wall: date, last: .distantPast)
    guard signer.validity.contains(now) else {
      throw StoreOpeningError.clockOutsideCertificates(now, valid: signer.validity)
    }
    return StoreSettings(
      bundleID: bundleID, rootHash: signer.rootHash, storefront: catalogue.storefront,
      locale: catalogue.locale, rules: rules, clock: clock, lastNow: now,
      epoch: epoch ?? randomness.epoch(after: nil, seed: seed), seed: seed,
      simulatedErrors: catalogue.simulatedErrors, environment: environment)
  }
}

extension PayloadSigner {
  /// SHA-256 of the root certificate: 32 bytes.
  package var rootHash: Data { Data(SHA256.hash(data: rootCertificate)) }
}

/// An error of a store that could not be opened.
package enum StoreOpeningError: Error, Hashable, Sendable {
  case error(StoreError)
  /// The store exists and has imported another catalogue than the expected one.
  case differentCatalogue
  /// The store exists and has this environment, not the expected one.
  case differentEnvironment(StoreEnvironment)
  /// The store exists and was created with other certificates, which its devices trust.
  case differentRoot
  /// The catalogue names a country without a storefront in ``StorefrontList/all``.
  case unknownStorefront(String)
  /// A new store would begin at a date at which its certificates are not valid.
  case clockOutsideCertificates(Date, valid: Range<Date>)
}

extension StoreOpeningError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .error(let error):
      error.description
    case .differentCatalogue:
      "this store sells a different catalogue: import the file with skdemo store catalog FILE, leave "
        + "--catalog out, or use another folder with --data DIR"
    case .differentEnvironment(let environment):
      "this store's environment is \(environment.rawValue), and a store keeps its environment: leave "
        + "--environment out, or begin a new store with --data DIR"
    case .differentRoot:
      "these are not the store's certificates, and its devices trust no others: copy its authority "
        + "folder back, or begin a new store with --data DIR"
    case .clockOutsideCertificates(let date, let validity):
      "a store cannot begin on \(date.formatted(.iso8601)), because its certificates are valid from "
        + "\(validity.lowerBound.formatted(.iso8601)) to \(validity.upperBound.formatted(.iso8601)): "
        + "correct this machine's clock"
    case .unknownStorefront(let code):
      "there is no storefront '\(code)': the catalogue must name a country such as USA"
    }
  }
}
