package import StoreAPI

/// The store behind a server: the contracts as whoever asks meets them.
package struct ServedStore: Sendable {
  /// What anyone at this network address may ask: attempts are counted by address.
  package var accounts: @Sendable (_ address: String) -> any StoreAccounts
  package var `operator`: any StoreOperator
  /// Returns when the store can be read, and throws when it cannot.
  package var check: @Sendable () async throws(StoreFault) -> Void

  package init(
    accounts: @escaping @Sendable (_ address: String) -> any StoreAccounts,
    operator: any StoreOperator,
    check: @escaping @Sendable () async throws(StoreFault) -> Void
  ) {
    self.accounts = accounts
    self.operator = `operator`
    self.check = check
  }
}
