import AppStorePayloads
import Foundation
package import StoreAPI

// Adding and removing devices.
extension StoreEngine {
  package func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreError) -> Answer<Registration> {
    _ = try await account(signIn: token)
    try check(name: name)
    let snapshot = try await settled()
    let addition = DeviceAddition(
      name: name, token: TokenHash(of: deviceToken.string), date: snapshot.now,
      limit: limits.devices
    ) { [randomness] number in
      randomness.uuid(for: "device \(number)", seed: snapshot.settings.seed)
    }
    let new = try await ledgers.addDevice(
      addition, signIn: TokenHash(of: token), reassignment: reassignment)
    return snapshot.answer(
      Registration(
        device: new.device, token: deviceToken.string, rootCertificate: signer.rootCertificate,
        sequence: new.sequence, epoch: new.epoch, bundleID: snapshot.settings.bundleID,
        environment: snapshot.settings.environment))
  }

  package func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreError) -> Answer<StoreDevice> {
    try await removeDevice(name, of: try await account(signIn: token))
  }

  func removeDevice(
    _ name: String, of account: StoredAccount
  ) async throws(StoreError) -> Answer<StoreDevice> {
    let snapshot = try await settled()
    let removed = try await ledgers.removeDevice(
      name, of: account, at: snapshot.now, reassignment: reassignment)
    signatures.forget(device: removed.verificationID.uuid)
    return snapshot.answer(removed)
  }

  /// Reassigns the unfinished consumables of removed devices, so that the customer does not lose
  /// them.
  private var reassignment: DeliveryReassignment {
    { [self] ledger, devices, settings in
      let now = settings.now(wall: machineTime)
      var draft = LedgerDraft(ledger)
      draft.record(silent: ledger.reassign(to: devices), at: now)
      return Decision(draft, at: now, value: ())
    }
  }
}
