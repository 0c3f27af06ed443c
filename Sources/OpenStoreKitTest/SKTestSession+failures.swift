public import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI

extension SKTestSession {
  /// Makes a StoreKit call fail from now on, or work again if `error` is `nil`.
  ///
  /// The store itself goes on as before.
  ///
  /// - Parameters:
  ///   - error: The error that the app receives instead of the call's result.
  ///   - api: The call.
  /// - Throws: ``SKTestError/invalidAction`` for an error that a store cannot simulate, and
  ///   `serviceUnavailable` if the store cannot be written.
  public func setSimulatedError<API: StoreKitAPI>(
    _ error: API.Failure?, forAPI api: API
  ) async throws {
    guard let call = (API.Failure.self as? any SimulatedFailure.Type)?.api else {
      throw SKTestError.refused("errors of this call cannot be simulated")
    }
    let simulated = (error as? any SimulatedFailure)?.simulated
    if error != nil, simulated == nil {
      throw SKTestError.refused("this error cannot be simulated")
    }
    try setSimulatedError(simulated, of: call)
  }

  /// The error that is simulated for a call; `nil` if it does not fail.
  public func simulatedError<API: StoreKitAPI>(forAPI api: API) async -> API.Failure? {
    guard let failure = API.Failure.self as? any SimulatedFailure.Type,
      let simulated = settings.simulatedErrors[failure.api]
    else { return nil }
    return failure.init(simulated) as? API.Failure
  }

  /// Whether every purchase fails with ``failureError``; `false` unless the file says otherwise.
  ///
  /// Apple recommends ``setSimulatedError(_:forAPI:)`` instead.
  public var failTransactionsEnabled: Bool {
    get { settings.simulatedErrors[.purchase] == failureError.simulated }
    set { report { try setSimulatedError(newValue ? failureError.simulated : nil, of: .purchase) } }
  }

  /// The error with which purchases fail while ``failTransactionsEnabled`` is true; `unknown` unless the
  /// file says otherwise.
  ///
  /// With a code that is not about purchases, they fail as with `unknown`.
  public var failureError: SKError.Code {
    get { chosenFailure }
    set {
      let fails = failTransactionsEnabled
      chosenFailure = newValue
      if fails { failTransactionsEnabled = true }
    }
  }

  private func setSimulatedError(_ error: SimulatedError?, of api: SimulatedAPI) throws {
    try perform(.setSimulatedError(api: api, error: error))
    keep { $0.simulatedErrors[api] = error }
  }
}

extension SKError.Code {
  /// The error with which purchases fail in a store with this file; `unknown` if they do not fail,
  /// or fail with a different error.
  init(failing file: Catalogue) {
    let error = file.settings.simulatedErrors[.purchase]
    let codes: [Self] = [
      .invalidOfferIdentifier, .invalidSignature, .missingOfferParams, .invalidOfferPrice,
    ]
    self = codes.first { $0.simulated == error } ?? .unknown
  }

  /// The error that a store simulates for this code; `unknown` for a code that no store simulates.
  fileprivate var simulated: SimulatedError {
    SimulatedError(Self.simulatedNames.first { $0.0 == self }?.1 ?? .unknown)
  }

  private static let simulatedNames: [(Self, SimulatedError.Name)] = [
    (.paymentCancelled, .userCancelled), (.paymentInvalid, .invalidQuantity),
    (.paymentNotAllowed, .purchaseNotAllowed), (.storeProductNotAvailable, .productUnavailable),
    (.cloudServiceNetworkConnectionFailed, .networkError),
    (.invalidOfferIdentifier, .invalidOfferIdentifier),
    (.invalidSignature, .invalidOfferSignature), (.missingOfferParams, .missingOfferParameters),
    (.invalidOfferPrice, .invalidOfferPrice), (.ineligibleForOffer, .ineligibleForOffer),
    (.unsupportedPlatform, .unsupported),
  ]
}
