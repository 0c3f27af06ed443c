public import Foundation
import OpenStoreKit
import StandardStreams
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization

/// A store to test an app against, in the same process, which sells what a StoreKit configuration
/// file describes.
///
/// ```swift
/// let session = try SKTestSession(contentsOf: file)
/// let car = try await session.buyProduct(identifier: "nonconsumable.car")
/// try session.advance(by: DateComponents(month: 1))
/// ```
///
/// All sessions of a process share one environment, as Apple's do: a new session opens a new store
/// in place of the one before, and the controls of an older session act on it too. So tests that
/// use sessions must not run at the same time: put them in one `.serialized` suite.
///
/// The first session connects the process to its store; `Transaction.updates` and all else of
/// OpenStoreKit then ask it. The store knows Apple's rules, keeps its data in a temporary folder,
/// and signs for real. The synchronous members wait for it.
///
/// Differences from Apple's session: there are no dialogs, so every purchase is confirmed; the clock can
/// be moved.
public final class SKTestSession: NSObject, Sendable {
  private struct State {
    var catalogue: Catalogue
    /// The rate that was set, even if it is deprecated; the store has the nearest current one.
    var timeRate: TimeRate?
    var disablesDialogs: Bool
    var failure: SKError.Code

    init(_ file: Catalogue) {
      catalogue = file
      disablesDialogs = file.settings.disablesDialogs
      failure = SKError.Code(failing: file)
    }
  }

  private let file: Catalogue
  private let state: Mutex<State>

  /// Opens a store that sells what a file of the tests describes.
  ///
  /// The file is searched for in the resources of the test's bundles (the `.resources` and `.bundle`
  /// folders beside the running program, then its main bundle), in the working directory and the
  /// folders above it up to the one with `Package.swift`, and in that package's `Tests` and
  /// `Sources`. The first file in this order is used. Files in the resources of several bundles, or
  /// in several folders of `Tests`, must not differ.
  ///
  /// - Parameter name: The file's name, with or without `.storekit`.
  /// - Throws: As ``init(contentsOf:)``; `fileNotFound` says where the file was searched for.
  public convenience init(configurationFileNamed name: String) throws {
    try self.init(contentsOf: ConfigurationFileSearch.live.file(named: name))
  }

  /// Opens a store that sells what a file describes.
  ///
  /// Switches of the file that a store does not obey are named on standard error.
  ///
  /// - Parameter url: A StoreKit configuration file, of any format from 1.0 to 6.3.
  /// - Throws: ``SKTestError``: `fileNotFound` if the file cannot be read, `invalidURL` if it is not a
  ///   StoreKit configuration, with the place of the error in it; `serviceUnavailable` if the store
  ///   cannot be opened; `invalidAction` if no temporary folder can be written, or if the process is
  ///   connected to another store already.
  public init(contentsOf url: URL) throws {
    file = try Self.catalogue(at: url)
    state = Mutex(State(file))
    super.init()
    try begin(file)
  }

  /// The country of the App Store, in ISO 3166-1 alpha-3; `USA` unless the file has another.
  ///
  /// Purchases stay, and subscriptions renew at the new storefront's prices. An unknown country is ignored,
  /// with a message on standard error.
  public var storefront: String {
    get { settings.storefront }
    set {
      set(.setStorefront(storefront: newValue)) { $0.storefront = newValue }
      // Listeners to storefronts are notified of a change at once if the storefront is read.
      report { try control { _ = await Storefront.current } }
    }
  }

  /// The language of names and descriptions; `en_US` unless the file has another.
  ///
  /// Purchases stay, and prices keep the format of the storefront. A locale without a language is ignored,
  /// with a message on standard error.
  public var locale: Locale {
    get { Locale(identifier: settings.locale) }
    set {
      let name = newValue.identifier
      set(.setLocale(locale: name)) { $0.locale = name }
    }
  }

  /// How long a subscription period lasts; real time unless the file has another rate.
  ///
  /// A period that has begun ends as it would have; the rate holds for those that begin later.
  public var timeRate: TimeRate {
    get {
      let (chosen, stored) = state.withLock { ($0.timeRate, $0.catalogue.settings.rules.timeRate) }
      return chosen.flatMap { $0.storeRate == stored ? $0 : nil } ?? TimeRate(stored)
    }
    set {
      set(.setTimeRate(timeRate: newValue.storeRate)) { $0.rules.timeRate = newValue.storeRate }
      state.withLock { $0.timeRate = newValue }
    }
  }

  /// Whether purchases are made without asking; `false` unless the file says otherwise.
  ///
  /// It changes nothing here: a test has no screen to ask on, so every purchase is confirmed.
  public var disableDialogs: Bool {
    get { state.withLock { $0.disablesDialogs } }
    set { state.withLock { $0.disablesDialogs = newValue } }
  }

  /// What the customer writes when the app asks for a refund, 1 to 500 characters; `nil` at first, which
  /// gives a reason without a text.
  ///
  /// `REJECT` and `DECLINE` decline the request; every other one is granted at once. Apple's session does
  /// not have this; there a person writes in the sheet. All sessions of a process share it.
  ///
  /// Source: "Testing refund requests" in the documentation of StoreKit.
  public var refundRequestText: String? {
    get { AutoConfirmingSheets.refundRequestText.withLock { $0 } }
    set { AutoConfirmingSheets.refundRequestText.withLock { $0 = newValue } }
  }

  /// Sets every setting to the file's, and ``refundRequestText`` to `nil`; what was bought stays.
  ///
  /// ``clearTransactions()`` forgets what was bought.
  public func resetToDefaultState() {
    let standard = file.settings
    storefront = standard.storefront
    locale = Locale(identifier: standard.locale)
    timeRate = TimeRate(standard.rules.timeRate)
    set(.setGracePeriod(gracePeriod: standard.rules.gracePeriod)) {
      $0.rules.gracePeriod = standard.rules.gracePeriod
    }
    shouldEnterBillingRetryOnRenewal = standard.rules.renewalsFail
    askToBuyEnabled = standard.rules.askToBuy
    interruptedPurchasesEnabled = standard.rules.interruptedPurchases
    set(.clearSimulatedErrors) { $0.simulatedErrors = [:] }
    for (api, error) in standard.simulatedErrors {
      set(.setSimulatedError(api: api, error: error)) { $0.simulatedErrors[api] = error }
    }
    chosenFailure = SKError.Code(failing: file)
    disableDialogs = standard.disablesDialogs
    refundRequestText = nil
  }

  /// The value that ``failureError`` was set to.
  var chosenFailure: SKError.Code {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Remembers a setting that the store has, so that a new store begins with it.
  func keep(_ edit: (inout Catalogue.Settings) -> Void) {
    state.withLock { edit(&$0.catalogue.settings) }
  }

  var settings: Catalogue.Settings { state.withLock { $0.catalogue.settings } }

  /// Changes a setting of the store, which keeps its purchases; a new store begins with it too.
  func set(_ command: OperatorCommand, _ edit: (inout Catalogue.Settings) -> Void) {
    report {
      try perform(command)
      keep(edit)
    }
  }

  private func begin(_ catalogue: Catalogue) throws {
    refundRequestText = nil
    try control { try await TestEnvironment.shared.begin(catalogue) }
  }
}

extension SKTestSession {
  /// Runs a control that cannot throw; writes an error to standard error.
  func report(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      Self.write(error.localizedDescription)
    }
  }

  /// Writes a sentence to standard error.
  static func write(_ sentence: String) {
    StandardStream.error.write("StoreKitTest: \(sentence)\n")
  }

  /// Runs a control, and returns after the app's session has taken its events.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (TestStore) async throws -> Value
  ) throws -> Value {
    try control {
      let (store, session) = try await TestEnvironment.shared.now()
      let value = try await body(store)
      try await session.takeChanges()
      return value
    }
  }

  /// Runs asynchronous work for a synchronous caller; every error becomes an ``SKTestError``.
  func control<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    do {
      return try BlockingExecutor.wait(for: body)
    } catch let error as SKTestError {
      throw error
    } catch let error as StoreError {
      throw SKTestError(error)
    } catch let error as StoreOpeningError {
      throw SKTestError(error)
    } catch Product.PurchaseError.productUnavailable {
      throw SKTestError(.invalidProductIdentifier)
    } catch StoreKitError.systemError(let reason) {
      throw SKTestError.refused(reason.localizedDescription)
    } catch {
      throw SKTestError.refused(error.sentence)
    }
  }

  /// Performs a command of the store's operator.
  ///
  /// - Throws: ``SKTestError`` with the store's reason: `noSubscriptionFound`, `noTransactionFound` or
  ///   `invalidProductIdentifier` if the store does not have it, `serviceUnavailable` if the store
  ///   cannot be read or written, otherwise `invalidAction`.
  @discardableResult
  func perform(_ command: OperatorCommand) throws -> Answer<OperatorResult> {
    try perform { try await $0.engine.perform(command) }
  }
}
