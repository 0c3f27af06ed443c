/// The rate limits of sign-ins and sign-ups, and the limits of each account.
package struct SignInLimits: Hashable, Sendable {
  /// The limit of sign-ins to one account.
  ///
  /// Its delays are short, so that an attacker cannot keep the customer from signing in for long.
  package var account: AttemptLimit
  /// The limit of sign-ins from one address.
  package var address: AttemptLimit
  /// The limit of sign-ins to one account that show the token of one device, or of one sign-in.
  ///
  /// They count apart from all others.
  package var holder: AttemptLimit
  /// The limit of such sign-ins to one account by all its devices and sign-ins.
  ///
  /// Beyond it they count like those of a client without a token. Otherwise somebody with a stolen
  /// sign-in could register a device for every few guesses.
  package var holders: AttemptLimit
  /// The limit of sign-ups from one address.
  package var signUps: AttemptLimit
  package var eachAccount = AccountLimits.standard

  /// Five attempts without a delay.
  ///
  /// Then the delay is one second and doubles with each attempt, up to a minute for an account and
  /// to a quarter of an hour for an address. All devices of an account have fifty attempts apart.
  package static let standard = SignInLimits(
    account: AttemptLimit(free: 5, firstDelay: 1, longestDelay: 60),
    address: AttemptLimit(free: 5, firstDelay: 1, longestDelay: 900),
    holder: AttemptLimit(free: 5, firstDelay: 1, longestDelay: 60),
    holders: AttemptLimit(free: 50, firstDelay: 60, longestDelay: 60),
    signUps: AttemptLimit(free: 5, firstDelay: 1, longestDelay: 900))
}
