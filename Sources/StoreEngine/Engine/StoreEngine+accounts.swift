import Foundation
package import StoreAPI

extension StoreEngine: LocalAccounts {
  package func signUp(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try await signUp(credentials, from: nil)
  }

  package func signIn(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try await signIn(credentials, from: nil)
  }

  package func signIn(local name: String) async throws(StoreFault) -> Answer<SignIn> {
    try check(name: name)
    return try await addSignIn(to: name)
  }

  package func signOut(signIn token: String) async throws(StoreFault) -> Answer<StoreAccount> {
    let moment = try await settled()
    guard let account = try await ledgers.removeSignIn(TokenHash(of: token)) else {
      throw .unauthorized
    }
    return moment.answer(StoreAccount(name: account.name))
  }

  package func signOutEverywhere(
    signIn token: String
  ) async throws(StoreFault) -> Answer<[StoreDevice]> {
    let account = try await account(signIn: token)
    let moment = try await settled()
    _ = try await ledgers.removeSignIns(of: account)
    return moment.answer(try await ledgers.devices(of: account))
  }

  package func registerDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<Registration> {
    let account = try await account(signIn: token)
    try check(name: name)
    let moment = try await settled()
    let deviceToken = randomness.token()
    let new = try await ledgers.addDevice(
      name, to: account, token: TokenHash(of: deviceToken), at: moment.now
    ) { [randomness] number in
      randomness.uuid(for: "device \(number)", seed: moment.settings.seed)
    }
    return moment.answer(
      Registration(
        device: new.device, token: deviceToken, rootCertificate: signer.rootCertificate,
        sequence: new.sequence, epoch: new.epoch, bundleID: moment.settings.bundleID))
  }

  package func devices(signIn token: String) async throws(StoreFault) -> Answer<[StoreDevice]> {
    let account = try await account(signIn: token)
    return try await settled().answer(try await ledgers.devices(of: account))
  }

  package func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<StoreDevice> {
    let account = try await account(signIn: token)
    let moment = try await settled()
    return moment.answer(try await ledgers.removeDevice(name, of: account, at: moment.now))
  }

  package func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreFault) -> any StoreBackend {
    let backend = DeviceBackend(engine: self, token: TokenHash(of: token), instance: instance)
    _ = try await backend.device()
    return backend
  }

  private func account(signIn token: String) async throws(StoreFault) -> StoredAccount {
    guard let account = try await ledgers.account(signIn: TokenHash(of: token)) else {
      throw .unauthorized
    }
    return account
  }
}
