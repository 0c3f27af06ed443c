import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport

@testable import OpenStoreKit

/// One run of an app on alice's device, with a forger between it and the store.
struct Victim {
  let store: StoreFixture
  let tampering: TamperingStore
  let forger: Forger
  let session: StoreSession
  let notebook: Notebook
  /// The store as alice's other device sees it: nobody tampers there.
  let elsewhere: any StoreBackend
  private let folder: TemporaryFolder

  init() async throws {
    store = try await StoreFixture.make()
    let registration = try await store.device("alpha").registration
    folder = try TemporaryFolder()
    let device = try DeviceStore.create(
      folder.url, account: store.signIn.account.name,
      registration: Answer(registration, at: try await store.engine.clock()),
      wallClock: Notebook.noon)
    tampering = TamperingStore(try await store.backend(of: registration))
    forger = try Forger(store)
    notebook = Notebook()
    session = try await StoreSession(
      tampering, sheets: ScriptedSheets(), device: device, environment: notebook.environment)
    elsewhere = try await store.device("beta").backend
  }

  /// Forges every transaction from now on.
  func forge(_ way: Forger.Way) {
    tampering.forgeTransactions { [forger] token in
      (try? forger.forge(token, way)) ?? "the forger failed"
    }
  }

  func buy(_ id: String) async throws -> Product.PurchaseResult {
    guard let product = try await session.products([id]).first else { throw NoProduct(id: id) }
    return try await session.purchase(product).result
  }

  var diagnostics: Int {
    notebook.diagnostics.count { if case .unreadableSignedData = $0 { true } else { false } }
  }
}

extension Forger.Way {
  /// What StoreKit calls it.
  var error: VerificationResult<Transaction>.VerificationError {
    switch self {
    case .altered, .unsigned: .invalidSignature
    case .foreignRoot: .invalidCertificateChain
    case .otherDevice, .noDevice: .invalidDeviceVerification
    case .otherApp, .otherEnvironment: .missingRequiredProperties
    case .brokenHeader: .invalidEncoding
    }
  }
}

extension VerificationResult {
  /// Why it is not to be trusted; `nil` when it is.
  var fault: VerificationError? {
    guard case .unverified(_, let error) = self else { return nil }
    return error
  }
}
