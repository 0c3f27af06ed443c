import Foundation
import StoreAPI
import Synchronization

/// Who hears sign-ins and sign-ups: one for each store in a process.
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

  /// As ``SignInRateLimiter/signIn(to:from:at:)``.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` while the account or the address
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

  /// As ``SignInRateLimiter/signUp(from:at:)``.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` while the address has to wait.
  func signUp(from address: NetworkAddress?, at now: Date) throws(StoreFault) {
    try limiter.withLock { limiter throws(StoreFault) in try limiter.signUp(from: address, at: now)
    }
  }

  func signedUp(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    limiter.withLock { $0.signedUp(to: account, from: address, at: now) }
  }

  /// What is to be kept of a new password.
  ///
  /// - Throws: As ``PasswordHashQueue/work(_:)`` does.
  func hash(_ password: Password, salt: Data) async throws(StoreFault) -> PasswordHash {
    try await queue.work { [cost, derivation] in
      try PasswordHash(of: password, salt: salt, cost: cost, by: derivation)
    }
  }

  /// Whether somebody knows an account's password; `nil` for what is no password, or no account
  /// with one, takes as long.
  ///
  /// - Throws: As ``PasswordHashQueue/work(_:)`` does.
  func check(
    _ password: Password?, against stored: StoredPassword
  ) async throws(StoreFault) -> Bool {
    let passwordCheck = ConstantTimePasswordCheck(stored, cost: cost)
    return try await queue.work { [derivation] in
      try passwordCheck.contains(password ?? .impossible, by: derivation)
    }
  }

  /// Whether a password is kept at a cost that is too low by now.
  func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost < cost }
}
