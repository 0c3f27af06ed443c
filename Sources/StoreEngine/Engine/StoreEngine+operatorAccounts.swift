package import StoreAPI

// What the operator does about accounts.
extension StoreEngine {
  package func accounts() async throws(StoreFault) -> Answer<[OperatorAccount]> {
    try await settled().answer(try await ledgers.accounts())
  }

  package func addAccount(
    _ credentials: Credentials
  ) async throws(StoreFault) -> Answer<StoreAccount> {
    try check(name: credentials.account)
    let password = try Password(credentials.password)
    let snapshot = try await addAccount(credentials.account, password: password, signIn: nil)
    return snapshot.answer(StoreAccount(name: credentials.account))
  }

  package func signOut(account name: String) async throws(StoreFault) -> Answer<Int> {
    let account = try await account(named: name)
    return try await settled().answer(try await ledgers.removeSignIns(of: account))
  }

  func account(named name: String) async throws(StoreFault) -> StoredAccount {
    guard let account = try await ledgers.account(named: name) else { throw .unknownAccount(name) }
    return account
  }
}
