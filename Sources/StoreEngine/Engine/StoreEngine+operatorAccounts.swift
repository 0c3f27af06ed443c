import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Accounts: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.settled().answer(.accounts(list: try await store.ledgers.accounts()))
  }
}

extension OperatorCommand.AddAccount: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try store.check(name: credentials.account)
    let password = try Password(credentials.password)
    let snapshot = try await store.addAccount(
      credentials.account, password: password, madeBy: .operator)
    return snapshot.answer(.accountAdded(account: StoreAccount(name: credentials.account)))
  }
}

extension OperatorCommand.SetPassword: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let account = try await store.account(named: credentials.account)
    let password = try Password(credentials.password)
    let hash = try await store.signInGuard.hash(
      password, salt: store.randomness.salt(), for: .operator)
    let snapshot = try await store.settled()
    let change = StoredPasswordChange(
      new: hash, removesDevices: signsOutDevices, date: snapshot.now)
    // The operator's change does not depend on the old password.
    guard let changed = try await store.change(change, of: account) else {
      throw .unknownAccount(name: account.name)
    }
    return snapshot.answer(
      .passwordChanged(
        account: account.name, signIns: changed.signIns, devices: changed.staying))
  }
}

extension OperatorCommand.SignOut: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let stored = try await store.account(named: account)
    let snapshot = try await store.settled()
    let signIns = try await store.ledgers.removeSignIns(of: stored)
    return snapshot.answer(.signedOut(account: account, signIns: signIns))
  }
}

extension OperatorCommand.RemoveDevice: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let removed = try await store.removeDevice(device, of: try await store.account(named: account))
    return Answer(.deviceRemoved(device: removed.value, account: account), at: removed.time)
  }
}

// The operator's commands for accounts.
extension StoreEngine {
  func account(named name: String) async throws(StoreError) -> StoredAccount {
    guard let account = try await ledgers.account(named: name) else {
      throw .unknownAccount(name: name)
    }
    return account
  }
}
