import Foundation
import StoreAPI
import Synchronization

/// Limits the rate of sign-ins and sign-ups, and hashes passwords; each store in a process has one.
final class SignInGuard: Sendable {
  private let limiter: Mutex<SignInRateLimiter>
  private let queue = PasswordHashQueue()
  private let cost: ScryptParameters
  private let derivation: KeyDerivation

  init(_ limits: SignInLimits, cost: ScryptParameters, derivation: KeyDerivation) {
    limiter = Mutex(SignInRateLimiter(limits))
    self.cost = cost
    self.derivation = derivation
  }

  /// Counts a sign-in; see ``SignInRateLimiter/signIn(to:from:at:)``.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` if the account or the address
  ///   has to wait.
  func signIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) throws(StoreFault) {
    try limiter.withLock { limiter throws(StoreFault) in
      try limiter.signIn(to: account, from: address, at: now)
    }
  }

  func signedIn(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    limiter.withLock { $0.signedIn(to: account, from: address, at: now) }
  }

  func forgetSignIn(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    limiter.withLock { $0.forgetSignIn(to: account, from: address, at: now) }
  }

  /// Counts a sign-up; see ``SignInRateLimiter/signUp(from:at:)``.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` if the address has to wait.
  func signUp(from address: NetworkAddress?, at now: Date) throws(StoreFault) {
    try limiter.withLock { limiter throws(StoreFault) in try limiter.signUp(from: address, at: now)
    }
  }

  func signedUp(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    limiter.withLock { $0.signedUp(to: account, from: address, at: now) }
  }

  /// Hashes a new password at today's cost.
  ///
  /// - Throws: The errors of ``PasswordHashQueue/run(_:)``.
  func hash(_ password: Password, salt: Data) async throws(StoreFault) -> PasswordHash {
    try await queue.run { [cost, derivation] in
      try PasswordHash(of: password, salt: salt, cost: cost, by: derivation)
    }
  }

  /// Returns whether `password` is the account's.
  ///
  /// `nil` stands for a text that cannot be a password.
  ///
  /// Takes the same time for every password, and also if the account has none or does not exist.
  ///
  /// - Throws: The errors of ``PasswordHashQueue/run(_:)``.
  func check(
    _ password: Password?, against stored: StoredPassword
  ) async throws(StoreFault) -> Bool {
    let passwordCheck = ConstantTimePasswordCheck(stored, cost: cost)
    return try await queue.run { [derivation] in
      try passwordCheck.accepts(password ?? .invalid, by: derivation)
    }
  }

  /// Whether a hash was made at a lower cost than today's.
  func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost < cost }
}
