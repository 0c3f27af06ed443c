import AppStorePayloads
import AppStoreServerAPI
import Comparison
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite

/// The cost of verifying a receipt for an app's server.
enum VerifyReceiptBenchmark {
  private static let now = Date(timeIntervalSince1970: 1_768_996_800)

  static func run(in folder: URL) async throws {
    for renewals in [1, 120] { try await compare(renewals, in: folder) }
  }

  /// Compares it with what a device does to validate the same receipt.
  private static func compare(_ renewals: Int, in folder: URL) async throws {
    let store = try await store(in: folder.appending(path: "server-\(renewals)").created)
    let receipt = try await receipt(after: renewals, of: store)
    let request = VerifyReceiptRequest(receipt: receipt, password: try await secret(of: store))
    let validation = ReceiptValidation(
      rootCertificates: [store.rootCertificate], bundleID: StoreEngine.defaultBundleID,
      appVersion: "1.0", device: UUID())
    let response = await store.verifyReceipt(request, in: .sandbox)
    precondition(response.latest?.transactions.count == renewals + 1, "\(response.status)")
    try await Comparison(
      name: "verifyReceipt after \(renewals == 1 ? "1 renewal" : "\(renewals) renewals")",
      reference: "its validation on a device", measure: .cost, showsRates: true
    ).run {
      try await timed(10) {
        _ = try PlainEncoder.encode(await store.verifyReceipt(request, in: .sandbox))
      }
    } against: {
      // The receipt is another device's, which is found after everything else is verified.
      await timed(10) { _ = try? await validation.validate(receipt, at: now) }
    }
  }

  private static func store(in folder: URL) async throws -> StoreEngine {
    let store = try await StoreEngine.open(
      try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")),
      signer: try AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(
        catalogue: try Catalogue.read(.products(), file: "Products.json"),
        clock: .frozen(at: now)),
      wallClock: { now })
    _ = try await store.perform(.setRenewalLimit(isOn: false))
    return store
  }

  /// The receipt of a customer whose plan has been renewed this often.
  private static func receipt(after renewals: Int, of store: StoreEngine) async throws -> Data {
    let signIn = try await store.signIn(local: "alice").value
    let device = try await store.registerDevice("bench", signIn: signIn.token).value
    let backend = try await store.backend(for: device.token, instance: InstanceID(UUID()))
    _ = try await backend.purchase(
      Order(key: OrderKey(UUID()), productID: "subscription.standard"))
    guard let time = CalendarDuration("P\(renewals)M") else { preconditionFailure() }
    _ = try await store.perform(.advance(move: .by(time)))
    return try await backend.receipt().value
  }

  private static func secret(of store: StoreEngine) async throws -> String {
    guard case .sharedSecret(let secret) = try await store.perform(.sharedSecret()).value else {
      preconditionFailure("there is no secret")
    }
    return secret
  }
}
