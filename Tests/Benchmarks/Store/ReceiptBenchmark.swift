import AppStorePayloads
import Comparison
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite

/// The cost of making and of validating app receipts.
enum ReceiptBenchmark {
  static func run(
    newCustomer: StoreWithHistory, regularCustomer: StoreWithHistory, in folder: URL
  ) async throws {
    let bare = try BareKey()
    let (one, many) = (
      try await Subscriber.make(renewals: 1, in: folder),
      try await Subscriber.make(renewals: 120, in: folder)
    )
    try await Comparison(
      name: "make a receipt after 10 000 transactions, mostly finished consumables",
      reference: "after 10", measure: .cost, aim: 1.1
    ).run {
      try await timed(10) { _ = try await regularCustomer.backend.receipt() }
    } against: {
      try await timed(10) { _ = try await newCustomer.backend.receipt() }
    }
    for subscriber in [one, many] { try await subscriber.compare(bare) }
  }
}

/// A customer whose plan was renewed, and their device.
private struct Subscriber {
  let renewals: Int
  private let backend: any StoreBackend
  private let validation: ReceiptValidation
  private let receipt: Data

  private static let now = Date(timeIntervalSince1970: 1_768_996_800)

  static func make(renewals: Int, in parent: URL) async throws -> Subscriber {
    let folder = try parent.appending(path: "subscriber-\(renewals)").created
    let engine = try await StoreEngine.open(
      try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")),
      signer: try AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(
        catalogue: try Catalogue.read(.products(), file: "Products.json"),
        clock: .frozen(at: now)),
      wallClock: { now })
    _ = try await engine.perform(.setRenewalLimit(isOn: false))
    let signIn = try await engine.signIn(local: "alice").value
    let registration = try await engine.registerDevice("bench", signIn: signIn.token).value
    let backend = try await engine.backend(
      for: registration.token, instance: InstanceID(UUID()))
    _ = try await backend.purchase(
      Order(key: OrderKey(UUID()), productID: "subscription.standard"))
    guard let time = CalendarDuration("P\(renewals)M") else { preconditionFailure() }
    _ = try await engine.perform(.advance(move: .by(time)))
    return Subscriber(
      renewals: renewals, backend: backend,
      validation: ReceiptValidation(
        rootCertificates: [registration.rootCertificate], bundleID: registration.bundleID,
        appVersion: "1.0", device: registration.device.verificationID.uuid),
      receipt: try await backend.receipt().value)
  }

  /// Prints the cost of making and of validating the receipt.
  func compare(_ bare: BareKey) async throws {
    let purchases = try await validation.validate(receipt, at: Self.now).inAppPurchases.count
    precondition(purchases == renewals + 1, "the receipt has \(purchases) purchases")
    let history = renewals == 1 ? "1 renewal" : "\(renewals) renewals"
    printDetail("a receipt after \(history) has \(receipt.count) bytes")
    try await Comparison(
      name: "make a receipt after \(history)", reference: "a bare P-256 signature", measure: .cost,
      showsRates: true
    ).run {
      try await timed(10) { _ = try await backend.receipt() }
    } against: {
      try bare.sign(10) / 10
    }
    try await Comparison(
      name: "validate a receipt after \(history), chain known",
      reference: "a bare P-256 verification", measure: .speed, showsRates: true
    ).run {
      try await timed(10) { _ = try await validation.validate(receipt, at: Self.now) }
    } against: {
      bare.verify(10) / 10
    }
  }
}
