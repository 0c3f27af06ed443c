package import Foundation
package import StoreAPI

/// Who is heard at a store's door, and who waits.
///
/// Names that no account has are slowed as those that one has. Callers in the same process have no
/// address and are slowed by account alone.
package struct SignInRateLimiter: Sendable {
  /// By account, of whoever is not among the acquaintances.
  private var unknownClients: AttemptCounter
  /// By account and address, of those addresses that the account's password has come from.
  ///
  /// They wait for themselves alone: whoever keeps an account's strangers waiting, from however many
  /// addresses, does not keep its customer out.
  private var knownClients: AttemptCounter
  private var addresses: AttemptCounter
  private var signUps: AttemptCounter

  package init(_ limits: SignInLimits) {
    unknownClients = AttemptCounter(limits.account)
    knownClients = AttemptCounter(limits.account)
    addresses = AttemptCounter(limits.address)
    signUps = AttemptCounter(limits.signUps)
  }

  /// Counts a sign-in that is to be tried; one that has to wait does not count.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` while the account or the address
  ///   has to wait.
  package mutating func signIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) throws(StoreFault) {
    let caller = SignInClient(account: account, address: address)
    try Self.check(
      max(wait(of: caller, at: now), address.map { addresses.wait($0.key, at: now) } ?? 0))
    if knownClients.remembers(caller.key) {
      knownClients.count(caller.key, at: now)
    } else {
      unknownClients.count(account.key, at: now)
    }
    if let address { addresses.count(address.key, at: now) }
  }

  /// The password was right: the caller is an acquaintance with nothing to wait for, and the address
  /// is forgiven this attempt.
  ///
  /// Not more, or an account of one's own would buy guesses at others'. Nor are the account's
  /// strangers forgiven: they would see by it that the account exists.
  package mutating func signedIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) {
    let caller = SignInClient(account: account, address: address)
    if !knownClients.remembers(caller.key) { unknownClients.forget(account.key, at: now) }
    knownClients.reset(caller.key, at: now)
    if let address { addresses.forget(address.key, at: now) }
  }

  /// A sign-in could not be judged: it does not count.
  package mutating func forgetSignIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) {
    let caller = SignInClient(account: account, address: address)
    if knownClients.remembers(caller.key) {
      knownClients.forget(caller.key, at: now)
    } else {
      unknownClients.forget(account.key, at: now)
    }
    if let address { addresses.forget(address.key, at: now) }
  }

  /// Counts a sign-up that is to be tried, whatever comes of it; one that has to wait does not
  /// count.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` while the address has to wait.
  package mutating func signUp(
    from address: NetworkAddress?, at now: Date
  ) throws(StoreFault) {
    guard let address else { return }
    try Self.check(signUps.wait(address.key, at: now))
    signUps.count(address.key, at: now)
  }

  /// An account was made: whoever made it is an acquaintance of it.
  package mutating func signedUp(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) {
    knownClients.reset(SignInClient(account: account, address: address).key, at: now)
  }

  private func wait(of caller: SignInClient, at now: Date) -> TimeInterval {
    knownClients.remembers(caller.key)
      ? knownClients.wait(caller.key, at: now) : unknownClients.wait(caller.account.key, at: now)
  }

  private static func check(_ wait: TimeInterval) throws(StoreFault) {
    guard wait > 0 else { return }
    throw .tooManyAttempts(retryAfter: max(1, Int(wait.rounded(.up))))
  }
}

/// Who wants to sign in to an account, as far as can be told.
private struct SignInClient {
  let account: AccountName
  let address: NetworkAddress?

  /// No account's name has a space.
  var key: String { "\(account.key) \(address?.key ?? "")" }
}
