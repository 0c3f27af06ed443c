import NetworkAddresses

/// One attempt to show that a client knows an account's password.
struct SignInAttempt: Sendable {
  let account: AccountName
  /// The client's address; `nil` in the store's own process.
  let address: NetworkAddress?
  /// The holder of the token that the client shows; `nil` unless it is the account's.
  ///
  /// Once the attempt is counted, it is the holder for which the attempt counts.
  var holder: TokenHolder?
}
