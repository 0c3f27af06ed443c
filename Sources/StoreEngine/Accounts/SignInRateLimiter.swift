package import Foundation
package import NetworkAddresses
package import StoreAPI

/// Limits how often clients may sign in and sign up.
///
/// A name has the same limits whether or not an account has it. Clients in the store's own process
/// have no address; only the limits of the account apply to them.
package struct SignInRateLimiter: Sendable {
  /// The attempts of unknown clients, by account.
  private var unknownClients: AttemptCounter
  /// The attempts of known clients, by account and address.
  ///
  /// A client is known if the account's password has come from its address.
  ///
  /// A known client waits only for its own attempts. So attackers cannot keep the customer from
  /// signing in, regardless of the number of addresses that they use.
  private var knownClients: AttemptCounter
  /// The attempts of clients that show a token of the account, by the token's holder.
  ///
  /// Such a client waits only for its own attempts, from any address: neither clients that try
  /// passwords of the account nor clients with the same address make it wait.
  private var holders: AttemptCounter
  /// The same attempts by account.
  private var accountsOfHolders: AttemptCounter
  private var addresses: AttemptCounter
  private var signUps: AttemptCounter

  package init(_ limits: SignInLimits) {
    unknownClients = AttemptCounter(limits.account)
    knownClients = AttemptCounter(limits.account)
    holders = AttemptCounter(limits.holder)
    accountsOfHolders = AttemptCounter(limits.holders)
    addresses = AttemptCounter(limits.address)
    signUps = AttemptCounter(limits.signUps)
  }

  /// Counts a sign-in that is about to be tried.
  ///
  /// - Parameters:
  ///   - account: The account's name.
  ///   - address: The client's address.
  ///   - holder: The holder of the token that the client shows; `nil` unless it is the account's.
  ///   - now: The time of the attempt.
  /// - Returns: The holder, if the attempt counts for it; `nil` if it counts for the account and the
  ///   address.
  /// - Throws: ``StoreAPI/StoreError/tooManyAttempts(retryAfter:)`` if the account or the address
  ///   has to wait, or the holder. Then the sign-in does not count.
  @discardableResult
  package mutating func signIn(
    to account: AccountName, from address: NetworkAddress?, by holder: TokenHolder? = nil,
    at now: Date
  ) throws(StoreError) -> TokenHolder? {
    if let holder, accountsOfHolders.delay(for: account.key, at: now) == 0 {
      try Self.check(holders.delay(for: holder.key, at: now))
      holders.count(holder.key, at: now)
      accountsOfHolders.count(account.key, at: now)
      return holder
    }
    let client = SignInClient(account: account, address: address)
    try Self.check(
      max(delay(for: client, at: now), address.map { addresses.delay(for: $0.key, at: now) } ?? 0))
    if knownClients.knows(client.key) {
      knownClients.count(client.key, at: now)
    } else {
      unknownClients.count(account.key, at: now)
    }
    if let address { addresses.count(address.key, at: now) }
    return nil
  }

  /// Records that the password was right: the client becomes a known one without a delay, and this
  /// attempt no longer counts for its address.
  ///
  /// The address's other attempts still count. Otherwise an attacker could sign in to an account of
  /// their own to gain attempts at others. The attempts of the account's unknown clients still
  /// count too, because a shorter delay would show them that the account exists.
  ///
  /// `holder` is the one for which the attempt counted.
  package mutating func signedIn(
    to account: AccountName, from address: NetworkAddress?, by holder: TokenHolder? = nil,
    at now: Date
  ) {
    let client = SignInClient(account: account, address: address)
    if let holder {
      holders.reset(holder.key, at: now)
      accountsOfHolders.forget(account.key, at: now)
      return knownClients.reset(client.key, at: now)
    }
    if !knownClients.knows(client.key) { unknownClients.forget(account.key, at: now) }
    knownClients.reset(client.key, at: now)
    if let address { addresses.forget(address.key, at: now) }
  }

  /// Subtracts a sign-in that was counted, because the password could not be checked.
  ///
  /// `holder` is the one for which the attempt counted.
  package mutating func forgetSignIn(
    to account: AccountName, from address: NetworkAddress?, by holder: TokenHolder? = nil,
    at now: Date
  ) {
    if let holder {
      holders.forget(holder.key, at: now)
      return accountsOfHolders.forget(account.key, at: now)
    }
    let client = SignInClient(account: account, address: address)
    if knownClients.knows(client.key) {
      knownClients.forget(client.key, at: now)
    } else {
      unknownClients.forget(account.key, at: now)
    }
    if let address { addresses.forget(address.key, at: now) }
  }

  /// Counts a sign-up that is about to be tried, whether or not it succeeds.
  ///
  /// - Throws: ``StoreAPI/StoreError/tooManyAttempts(retryAfter:)`` if the address has to wait.
  ///   Then the sign-up does not count.
  package mutating func signUp(from address: NetworkAddress?, at now: Date) throws(StoreError) {
    guard let address else { return }
    try Self.check(signUps.delay(for: address.key, at: now))
    signUps.count(address.key, at: now)
  }

  /// Records that an account was created: the client that created it is a known one.
  package mutating func signedUp(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) {
    knownClients.reset(SignInClient(account: account, address: address).key, at: now)
  }

  private func delay(for client: SignInClient, at now: Date) -> TimeInterval {
    knownClients.knows(client.key)
      ? knownClients.delay(for: client.key, at: now)
      : unknownClients.delay(for: client.account.key, at: now)
  }

  private static func check(_ delay: TimeInterval) throws(StoreError) {
    guard delay > 0 else { return }
    throw .tooManyAttempts(retryAfter: max(1, Int(delay.rounded(.up))))
  }
}

/// The account that a client wants to sign in to, and the client's address.
private struct SignInClient {
  let account: AccountName
  let address: NetworkAddress?

  /// Unique, because no account's name has a space.
  var key: String { "\(account.key) \(address?.key ?? "")" }
}
