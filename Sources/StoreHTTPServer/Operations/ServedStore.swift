package import AppStoreServerAPI
package import StoreAPI
package import StoreOperatorAPI

/// The store behind a server, by its contracts.
package struct ServedStore: Sendable {
  /// The accounts for a client at this network address.
  ///
  /// Sign-in attempts are counted by address.
  package var accounts: @Sendable (_ address: String) -> any StoreAccounts
  package var `operator`: any StoreOperator
  /// The App Store Server API of the store, below `/inApps/`; `nil` if it is not served.
  package var serverAPI: (any StoreServerAPI)?
  /// Verifies receipts at `/verifyReceipt` and `/production/verifyReceipt`; `nil` if these paths
  /// are not served.
  package var receipts: (any VerifyReceiptAPI)?
  /// Reads the store's time and nothing else: it settles nothing and changes nothing.
  ///
  /// `/ready` says whether it succeeded when it was last called.
  package var time: @Sendable () async throws(StoreError) -> StoreTime

  /// The account to which a token belongs, of a device or of a sign-in.
  ///
  /// Requests are scheduled fairly by account. It throws ``StoreAPI/StoreError/unauthorized`` if the token
  /// is unknown.
  package var account: @Sendable (_ token: String) async throws(StoreError) -> AccountNumber

  /// By default every token belongs to the same account.
  package init(
    accounts: @escaping @Sendable (_ address: String) -> any StoreAccounts,
    operator: any StoreOperator,
    serverAPI: (any StoreServerAPI)? = nil,
    receipts: (any VerifyReceiptAPI)? = nil,
    time: @escaping @Sendable () async throws(StoreError) -> StoreTime,
    account: @escaping @Sendable (_ token: String) async throws(StoreError) -> AccountNumber = {
      _ in AccountNumber(rawValue: 0)
    }
  ) {
    self.account = account
    self.time = time
    self.accounts = accounts
    self.operator = `operator`
    self.serverAPI = serverAPI
    self.receipts = receipts
  }
}
