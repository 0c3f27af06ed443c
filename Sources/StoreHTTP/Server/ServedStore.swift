package import StoreAPI

/// The store behind a server, by its contracts.
package struct ServedStore: Sendable {
  /// The accounts for a client at this network address.
  ///
  /// Sign-in attempts are counted by address.
  package var accounts: @Sendable (_ address: String) -> any StoreAccounts
  package var `operator`: any StoreOperator
  /// Throws unless the store can be read.
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
