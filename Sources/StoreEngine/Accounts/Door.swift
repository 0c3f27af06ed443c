package import Foundation
package import StoreAPI

/// How attempts at a store's door are slowed, and how many devices one account may have.
package struct DoorLimits: Hashable, Sendable {
  /// Of sign-ins to one account: short, so that a stranger cannot keep its customer out for long.
  package var account: AttemptLimit
  /// Of sign-ins from one address.
  package var address: AttemptLimit
  /// Of sign-ups from one address.
  package var signUps: AttemptLimit
  /// Of one account, at one time: more than anyone has, and too few to fill a disk.
  package var devices: Int

  package init(
    account: AttemptLimit, address: AttemptLimit, signUps: AttemptLimit, devices: Int = 1_000
  ) {
    self.account = account
    self.address = address
    self.signUps = signUps
    self.devices = devices
  }

  /// Five are free; then a second, doubling to a minute for an account and to a quarter of an hour
  /// for an address.
  package static let standard = DoorLimits(
    account: AttemptLimit(free: 5, firstWait: 1, longestWait: 60),
    address: AttemptLimit(free: 5, firstWait: 1, longestWait: 900),
    signUps: AttemptLimit(free: 5, firstWait: 1, longestWait: 900))
}

/// Who is heard at a store's door, and who waits.
///
/// Names that no account has are slowed as those that one has. Callers in the same process have no
/// address and are slowed by account alone.
package struct Door: Sendable {
  private var accounts: Attempts
  private var addresses: Attempts
  private var signUps: Attempts

  package init(_ limits: DoorLimits) {
    accounts = Attempts(limits.account)
    addresses = Attempts(limits.address)
    signUps = Attempts(limits.signUps)
  }

  /// Counts a sign-in that is to be tried; one that has to wait does not count.
  ///
  /// Throws ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)``.
  package mutating func signIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) throws(StoreFault) {
    let addressWait = address.map { addresses.wait($0.key, at: now) } ?? 0
    try Self.check(max(accounts.wait(account.key, at: now), addressWait))
    accounts.count(account.key, at: now)
    if let address { addresses.count(address.key, at: now) }
  }

  /// The password was right: the account is forgiven all attempts, the address this one.
  ///
  /// Not more, or an account of one's own would buy guesses at others'.
  package mutating func signedIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) {
    accounts.forgive(account.key)
    if let address { addresses.takeBack(address.key, at: now) }
  }

  /// A sign-in could not be judged: it does not count.
  package mutating func takeBackSignIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) {
    accounts.takeBack(account.key, at: now)
    if let address { addresses.takeBack(address.key, at: now) }
  }

  /// Counts a sign-up that is to be tried, whatever comes of it; one that has to wait does not
  /// count.
  ///
  /// Throws ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)``.
  package mutating func signUp(
    from address: NetworkAddress?, at now: Date
  ) throws(StoreFault) {
    guard let address else { return }
    try Self.check(signUps.wait(address.key, at: now))
    signUps.count(address.key, at: now)
  }

  private static func check(_ wait: TimeInterval) throws(StoreFault) {
    guard wait > 0 else { return }
    throw .tooManyAttempts(retryAfter: max(1, Int(wait.rounded(.up))))
  }
}
