import AppStorePayloads
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

  init(isFrozen: Bool = true) throws {
    folder = try TemporaryFolder()
    signer = try CertificateAuthority.make().signer()
    let time = StoreTime.sample(isFrozen: isFrozen)
    let registration = Registration(
      device: StoreDevice(
        id: "alpha", registrationDate: time.now,
        verificationID: LowercaseUUID(Self.verificationID)),
      token: "token", rootCertificate: signer.rootCertificate, sequence: 0, epoch: 1,
      bundleID: "com.example.skdemo")
    device = try DeviceStore.create(
      folder.url, account: "alice", registration: Answer(registration, at: time),
      wallClock: .fixture)
  }

  /// A run of the app on this device while the store is closed.
  func session(_ recorder: EnvironmentRecorder = EnvironmentRecorder()) async throws -> StoreSession
  {
    try await StoreSession(
      RefusingBackend.unreachable, sheets: ScriptedSheets(), device: device,
      environment: recorder.environment)
  }

  /// Signs for this device, as the store would.
  func sign(_ payload: TransactionPayload) throws -> String {
    let nonce = UUID()
    var bound = payload
    bound.deviceVerificationNonce = LowercaseUUID(nonce)
    bound.deviceVerification = DeviceVerification.hash(nonce: nonce, device: Self.verificationID)
    return try signer.sign(bound)
  }

  /// Writes these transactions into the device's file.
  func hold(latest: [String], unfinished: [String] = []) throws {
    try device.update {
      $0.purchases = CustomerPurchases(
        latest: latest, subscriptions: [], usedIntroductoryOffers: [], sequence: 1)
      $0.unfinished = unfinished.map {
        KeptTransaction(
          id: (try? TransactionPayload.decoded(from: $0))?.transactionId
            ?? TransactionID(rawValue: 0), jws: $0)
      }
    }
  }
}
