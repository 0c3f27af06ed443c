package import StoreAPI

/// The store behind a server, by its contracts.
package struct ServedStore: Sendable {
  /// The accounts for a client at this network address.
  ///
  /// Sign-in attempts are counted by address.
  package var accounts: @Sendable (_ address: String) -> any StoreAccounts
  package var `operator`: any StoreOperator
  /// Reads the store's time and nothing else: it settles nothing and changes nothing.
  ///
  /// `/ready` says whether it succeeded when it was last called.
  package var time: @Sendable () async throws(StoreFault) -> StoreTime

  package init(
    accounts: @escaping @Sendable (_ address: String) -> any StoreAccounts,
    operator: any StoreOperator,
    time: @escaping @Sendable () async throws(StoreFault) -> StoreTime
  ) {
    self.time = time
    self.accounts = accounts
    self.operator = `operator`
  }
}
