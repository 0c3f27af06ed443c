import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport

@testable import OpenStoreKit

/// A device that was registered at a store which has closed since, with the store's own signer.
struct SampleDevice {
  let folder: TemporaryFolder
  let device: DeviceStore
  let signer: PayloadSigner

  private static let verificationID = UUID()

  /// The machine heard from the store last at `heardAt` by its own clock, 1 January by the store's.
  init(heardAt: Date = Notebook.noon, isFrozen: Bool = true) throws {
    folder = try TemporaryFolder()
    signer = try CertificateAuthority.make().signer()
    let time = StoreTime(
      now: try date("2026-01-01"), isFrozen: isFrozen, pace: .realTime, epoch: 1)
    let registration = Registration(
      device: StoreDevice(
        id: "alpha", registrationDate: time.now,
        verificationID: LowercaseUUID(Self.verificationID)),
      token: "token", rootCertificate: signer.rootCertificate, sequence: 0, epoch: 1,
      bundleID: "com.example.skdemo")
    device = try DeviceStore.create(
      folder.url, account: "alice", registration: Answer(registration, at: time),
      wallClock: heardAt)
  }

  /// A run of the app on this device while the store is closed.
  func session(_ notebook: Notebook = Notebook()) async throws -> StoreSession {
    try await StoreSession(
      RefusingBackend.unreachable, sheets: ScriptedSheets(), device: device,
      environment: notebook.environment)
  }

  /// Signs for this device, as the store would.
  func sign(_ payload: TransactionPayload) throws -> String {
    let nonce = UUID()
    var bound = payload
    bound.deviceVerificationNonce = LowercaseUUID(nonce)
    bound.deviceVerification = DeviceVerification.hash(nonce: nonce, device: Self.verificationID)
    return try signer.sign(bound)
  }

  /// Keeps these transactions as what the customer has.
  func hold(latest: [String], unfinished: [String] = []) throws {
    try device.update {
      $0.holdings = Holdings(
        latest: latest, unfinished: unfinished, subscriptions: [], usedIntroductoryOffers: [],
        sequence: 1)
    }
  }
}

extension Notebook {
  /// The machine's date in most tests.
  static let noon = Date(timeIntervalSince1970: 1_768_996_800)
}
