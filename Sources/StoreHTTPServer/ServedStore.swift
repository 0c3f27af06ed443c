package import StoreAPI

/// The store behind a server, by its contracts.
package struct ServedStore: Sendable {
  /// The accounts for a client at this network address.
  ///
  /// Sign-in attempts are counted by address.
  package var accounts: @Sendable (_ address: String) -> any StoreAccounts
  package var `operator`: any StoreOperator

  package init(
    accounts: @escaping @Sendable (_ address: String) -> any StoreAccounts,
    operator: any StoreOperator
  ) {
    self.accounts = accounts
    self.operator = `operator`
  }
}
