package import StoreAPI

/// A store as whoever holds its operator key has it, over HTTP.
///
/// What changes something is not sent again when its answer is lost: the clock would move twice.
package struct HTTPOperator: StoreOperator {
  let store: HTTPStore
  let key: String

  package func clock() async throws(StoreFault) -> StoreTime {
    try await ask(OperatorEndpoints.clock, NoInput())
  }

  package func setClock(frozen: Bool) async throws(StoreFault) -> StoreTime {
    try await ask(OperatorEndpoints.setClock, ClockSetting(frozen: frozen))
  }

  package func advance(_ move: ClockMove) async throws(StoreFault) -> Answer<ClockAdvance> {
    try await change(OperatorEndpoints.advance, move)
  }

  package func transactions(
    account: String?
  ) async throws(StoreFault) -> Answer<[OperatorTransaction]> {
    try await ask(OperatorEndpoints.transactions, AccountFilter(account: account))
  }

  package func refund(_ id: TransactionID) async throws(StoreFault) -> Answer<Refund> {
    try await change(OperatorEndpoints.refund, TransactionInput(id: id))
  }

  package func expire(
    _ productID: String, account: String?
  ) async throws(StoreFault) -> Answer<OperatorTransaction> {
    try await change(
      OperatorEndpoints.expire, ExpireRequest(productID: productID, account: account))
  }

  package func accounts() async throws(StoreFault) -> Answer<[OperatorAccount]> {
    try await ask(OperatorEndpoints.accounts, NoInput())
  }

  package func addAccount(
    _ credentials: Credentials
  ) async throws(StoreFault) -> Answer<StoreAccount> {
    try await change(OperatorEndpoints.addAccount, credentials)
  }

  package func signOut(account: String) async throws(StoreFault) -> Answer<Int> {
    try await change(OperatorEndpoints.signOutAccount, AccountInput(account: account))
  }

  package func removeDevice(
    _ name: String, account: String
  ) async throws(StoreFault) -> Answer<StoreDevice> {
    try await change(
      OperatorEndpoints.removeAccountDevice, AccountDevice(account: account, device: name))
  }

  package func reset() async throws(StoreFault) -> StoreTime {
    try await change(OperatorEndpoints.reset, NoInput())
  }
}

extension HTTPOperator {
  /// For what may be heard twice.
  private func ask<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input
  ) async throws(StoreFault) -> Output {
    try await store.ask(
      endpoint, input, as: .token(key), timeout: store.settings.operatorTimeout)
  }

  private func change<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input
  ) async throws(StoreFault) -> Output {
    try await store.ask(
      endpoint, input, as: .token(key), isRepeatable: false,
      timeout: store.settings.operatorTimeout)
  }
}
