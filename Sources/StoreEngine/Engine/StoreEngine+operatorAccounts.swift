import StoreAPI

// The operator's commands for accounts.
extension StoreEngine {
  func addAccount(_ credentials: Credentials) async throws(StoreError) -> Answer<OperatorResult> {
    try check(name: credentials.account)
    let password = try Password(credentials.password)
    let snapshot = try await addAccount(credentials.account, password: password, madeBy: .operator)
    return snapshot.answer(.accountAdded(account: StoreAccount(name: credentials.account)))
  }

  func setPassword(
    _ credentials: Credentials, signsOutDevices: Bool
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let account = try await account(named: credentials.account)
    let password = try Password(credentials.password)
    let hash = try await signInGuard.hash(
      password, salt: randomness.salt(), for: .operator)
    let snapshot = try await settled()
    let change = StoredPasswordChange(
      new: hash, removesDevices: signsOutDevices, date: snapshot.now)
    // The operator's change does not depend on the old password.
    guard let changed = try await self.change(change, of: account) else {
      throw .unknownAccount(name: account.name)
    }
    return snapshot.answer(
      .passwordChanged(
        account: account.name, signIns: changed.signIns, devices: changed.staying))
  }

  func signOut(account name: String) async throws(StoreError) -> Answer<OperatorResult> {
    let account = try await account(named: name)
    let snapshot = try await settled()
    let signIns = try await ledgers.removeSignIns(of: account)
    return snapshot.answer(.signedOut(account: name, signIns: signIns))
  }

  func removeDevice(
    _ name: String, account: String
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let removed = try await removeDevice(name, of: try await self.account(named: account))
    return Answer(.deviceRemoved(device: removed.value, account: account), at: removed.time)
  }

  func account(named name: String) async throws(StoreError) -> StoredAccount {
    guard let account = try await ledgers.account(named: name) else {
      throw .unknownAccount(name: name)
    }
    return account
  }
}
