import AppStorePayloads
import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct AppTransactionTests {
  @Test func `the download of the app is signed for the device`() async throws {
    let alice = try await Customer.onNewDevice()

    let app = try await alice.session.appTransaction()

    guard case .verified(let payload) = app else { throw NoProduct(id: "\(app)") }
    #expect(payload.bundleID == "com.example.skdemo")
    #expect(payload.environment == .sandbox)
    #expect(payload.appVersion == "1.0")
    #expect(payload.originalAppVersion == "1.0")
    #expect(payload.originalPurchaseDate == Date(timeIntervalSince1970: 1_375_340_400))
    #expect(payload.originalPlatform == .macOS)
    #expect(payload.signedDate == .fixture)
    #expect(payload.appID == nil && payload.appVersionID == nil)
    #expect(app.jwsRepresentation.split(separator: ".").count == 3)
    #expect(app.deviceVerificationNonce == payload.deviceVerificationNonce)
    let bought = try await alice.buy("nonconsumable.car").transaction()
    #expect(bought.appTransactionID == payload.appTransactionID)
  }

  @Test func `in production it has the numbers of the app and of its version`() async throws {
    let alice = try await Customer.onNewDevice(of: StoreFixture.make(environment: .production))

    let app = try await alice.session.appTransaction().payloadValue

    #expect(app.environment == .production)
    #expect(app.appID == 4_794_963_335 && app.appVersionID == 2_818_417_162)
  }

  @Test func `it is there offline once it was asked for`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .cut
    await #expect {
      try await alice.session.appTransaction()
    } throws: { $0.isStoreKitError("networkError") }

    alice.line.condition = .good
    let app = try await alice.session.appTransaction()
    alice.line.condition = .cut

    #expect(try await alice.session.appTransaction() == app)
    let later = try await alice.again()
    later.line.condition = .cut
    #expect(try await later.session.appTransaction() == app)
  }

  @Test func `a forged copy unlocks nothing and is replaced`() async throws {
    let alice = try await Customer.onNewDevice()
    let beta = try await alice.otherDevice()
    let foreign = try await beta.session.appTransaction().jwsRepresentation
    try DeviceStore.open(alice.folder.url).update { $0.appTransaction = foreign }

    alice.line.condition = .cut
    let offline = try await alice.session.appTransaction()
    #expect(throws: VerificationResult<AppTransaction>.VerificationError.invalidDeviceVerification)
    {
      try offline.payloadValue
    }

    alice.line.condition = .good
    let app = try await alice.session.appTransaction().payloadValue
    #expect(app.bundleID == "com.example.skdemo")
  }

  @Test func `refreshing it asks for authentication`() async throws {
    let sheets = ScriptedSheets(confirms: false)
    let alice = try await Customer.onNewDevice(sheets: sheets)
    do {
      _ = try await alice.session.refreshedAppTransaction()
      Issue.record("it was refreshed without authentication")
    } catch StoreKitError.userCancelled {
      #expect(sheets.authentications == ["alice"])
    }
    let willing = try await alice.again()
    let app = try await willing.session.refreshedAppTransaction().payloadValue
    #expect(app.bundleID == "com.example.skdemo")
  }
}
