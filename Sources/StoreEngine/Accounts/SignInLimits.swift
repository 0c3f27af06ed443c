/// How attempts at a store's door are slowed, and how much one account may have.
package struct SignInLimits: Hashable, Sendable {
  /// Of sign-ins to one account: short, so that a stranger cannot keep its customer out for long.
  package var account: AttemptLimit
  /// Of sign-ins from one address.
  package var address: AttemptLimit
  /// Of sign-ups from one address.
  package var signUps: AttemptLimit
  package var eachAccount: AccountLimits

  package init(
    account: AttemptLimit, address: AttemptLimit, signUps: AttemptLimit,
    eachAccount: AccountLimits = .standard
  ) {
    self.account = account
    self.address = address
    self.signUps = signUps
    self.eachAccount = eachAccount
  }

  /// Five are free; then a second, doubling to a minute for an account and to a quarter of an hour
  /// for an address.
  package static let standard = SignInLimits(
    account: AttemptLimit(free: 5, firstWait: 1, longestWait: 60),
    address: AttemptLimit(free: 5, firstWait: 1, longestWait: 900),
    signUps: AttemptLimit(free: 5, firstWait: 1, longestWait: 900))
}
