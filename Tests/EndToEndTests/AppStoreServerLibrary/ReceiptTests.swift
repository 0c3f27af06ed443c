import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import TestSupport
import Testing

/// App receipts, as other programs read them.
@Suite(.hangLimit) struct ReceiptTests {
  @Test func `openssl verifies a receipt, and its contents are those that the device reads`()
    async throws
  {
    let shop = try await ReceiptShop()
    let contents = shop.folder.url.appending(path: "contents")

    let run = try await shop.verify(shop.receipt, writing: contents)

    #expect(run.status == 0, "\(run.errors)")
    let written = try ReceiptPayload(der: Data(contentsOf: contents))
    let read = try await shop.validated()
    #expect(written == read)
    #expect(read.inAppPurchases.count == 4)
  }

  @Test func `openssl refuses a receipt with a changed purchase`() async throws {
    let shop = try await ReceiptShop()
    let (old, new) = (Data("nonconsumable.car".utf8), Data("nonconsumable.cat".utf8))
    var receipt = try Data(contentsOf: shop.receipt)
    let place = try #require(receipt.range(of: old))
    receipt.replaceSubrange(place, with: new)
    let altered = shop.folder.url.appending(path: "altered")
    try receipt.write(to: altered)

    let run = try await shop.verify(altered, writing: shop.folder.url.appending(path: "contents"))

    #expect(run.status != 0)
  }

  @Test func `Apple's library finds a transaction in a receipt, and none in a new customer's`()
    async throws
  {
    let shop = try await ReceiptShop()

    let run = try await AppStoreServerLibrary.run(
      "read_receipts.py", shop.receipt.path(percentEncoded: false),
      shop.emptyReceipt.path(percentEncoded: false))

    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map { String($0) }
    let ids = try await shop.validated().inAppPurchases.map { "\($0.transactionID)" }
    #expect(ids.contains(lines.first ?? ""))
    #expect(lines.last == "None")
  }
}

/// A store, and the receipts of a customer before and after purchases of each type.
private struct ReceiptShop {
  let folder: TemporaryFolder
  private let registration: Registration
  private let fixture: StoreFixture

  init() async throws {
    folder = try TemporaryFolder()
    fixture = try await StoreFixture.make()
    let (backend, registration) = try await fixture.device("phone")
    self.registration = registration
    try await backend.receipt().value.write(to: emptyReceipt)
    for id in [
      "consumable.fuel.octane87", "nonconsumable.car", "nonRenewing.standard", "subscription.pro",
    ] {
      try await backend.buy(id)
    }
    try await backend.receipt().value.write(to: receipt)
    try Data(rootPEM.utf8).write(to: root)
  }

  var receipt: URL { folder.url.appending(path: "sandboxReceipt") }
  var emptyReceipt: URL { folder.url.appending(path: "emptyReceipt") }
  private var root: URL { folder.url.appending(path: "root.pem") }

  private var rootPEM: String {
    let base64 = registration.rootCertificate.base64EncodedString(
      options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
  }

  /// Verifies a receipt with openssl, which writes the contents.
  func verify(_ receipt: URL, writing contents: URL) async throws -> CommandRun {
    let paths = [receipt, root, contents].map { $0.path(percentEncoded: false) }
    return try await CommandRun.run(
      at: URL(filePath: "/usr/bin/env"),
      [
        "openssl", "cms", "-verify", "-binary", "-purpose", "any", "-inform", "DER",
        "-in", paths[0], "-CAfile", paths[1], "-out", paths[2],
      ], environment: .ownPath)
  }

  /// The contents of the receipt, as the device validates it.
  func validated() async throws -> ReceiptPayload {
    let validation = ReceiptValidation(
      rootCertificates: [registration.rootCertificate], bundleID: registration.bundleID,
      appVersion: "1.0", device: registration.device.verificationID.uuid)
    return try await validation.validate(try Data(contentsOf: receipt), at: .fixture)
  }
}
