import Foundation
import NetworkAddresses
import PrivateFiles
import StoreAPI
import Synchronization
import TaskScheduling

/// Limits the rate of sign-ins and sign-ups, and hashes passwords; each store in a process has one.
final class SignInGuard: Sendable {
  private let limiter: Mutex<SignInRateLimiter>
  /// The queue of unknown clients: one is served, and at most 31 wait.
  ///
  /// Passwords are hashed one at a time, so that many simultaneous sign-ins do not use the memory and the
  /// threads that purchases need.
  private let unknownClients = FairQueue<Requester?>(
    .init(running: 1, runningPerKey: 1, waitingPerKey: 31))
  /// The turns of the operator, and of clients with a token of an account.
  ///
  /// So nobody waits for unknown clients' passwords, nor for many of another account.
  private let turns = FairQueue<Requester?>(.init(running: 1, runningPerKey: 1, waitingPerKey: 4))
  private let cost: ScryptParameters
  private let derivation: KeyDerivation

  init(_ limits: SignInLimits, cost: ScryptParameters, derivation: KeyDerivation) {
    limiter = Mutex(SignInRateLimiter(limits))
    self.cost = cost
    self.derivation = derivation
  }

  /// Counts an attempt; see ``SignInRateLimiter/signIn(to:from:by:at:)``.
  ///
  /// - Returns: The attempt with the holder for which it counts.
  /// - Throws: ``StoreAPI/StoreError/tooManyAttempts(retryAfter:)`` if the account, the address or
  ///   the holder has to wait.
  func count(_ attempt: SignInAttempt, at now: Date) throws(StoreError) -> SignInAttempt {
    var counted = attempt
    counted.holder = try limiter.withLock { limiter throws(StoreError) in
      try limiter.signIn(
        to: attempt.account, from: attempt.address, by: attempt.holder, at: now)
    }
    return counted
  }

  /// Records that the password of a counted attempt was right.
  func succeeded(_ attempt: SignInAttempt, at now: Date) {
    limiter.withLock {
      $0.signedIn(to: attempt.account, from: attempt.address, by: attempt.holder, at: now)
    }
  }

  /// Subtracts a counted attempt, because the password could not be checked.
  func forget(_ attempt: SignInAttempt, at now: Date) {
    limiter.withLock {
      $0.forgetSignIn(to: attempt.account, from: attempt.address, by: attempt.holder, at: now)
    }
  }

  /// Counts a sign-up; see ``SignInRateLimiter/signUp(from:at:)``.
  ///
  /// - Throws: ``StoreAPI/StoreError/tooManyAttempts(retryAfter:)`` if the address has to wait.
  func signUp(from address: NetworkAddress?, at now: Date) throws(StoreError) {
    try limiter.withLock { limiter throws(StoreError) in try limiter.signUp(from: address, at: now)
    }
  }

  func signedUp(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    limiter.withLock { $0.signedUp(to: account, from: address, at: now) }
  }

  /// The party for whom a password is hashed.
  enum Requester: Hashable, Sendable {
    case account(String)
    case `operator`
  }

  /// Hashes a new password at today's cost, in the requester's turn.
  ///
  /// `requester` is `nil` for a client without a token of the account.
  ///
  /// - Throws: ``StoreAPI/StoreError/tooManyAttempts(retryAfter:)`` if too many wait, and
  ///   ``StoreAPI/StoreError/unavailable(reason:)`` if memory is short, or if the task is cancelled
  ///   while waiting.
  func hash(
    _ password: Password, salt: Data, for requester: Requester?
  ) async throws(StoreError) -> PasswordHash {
    try await run(for: requester) { [cost, derivation] in
      try PasswordHash(of: password, salt: salt, cost: cost, by: derivation)
    }
  }

  /// Returns whether `password` is that of the attempt's account.
  ///
  /// `nil` for a text that cannot be a password.
  ///
  /// Takes the same time for every password, even if the account has none or does not exist.
  ///
  /// - Throws: As ``hash(_:salt:for:)``.
  func check(
    _ password: Password?, against stored: StoredPassword, of attempt: SignInAttempt
  ) async throws(StoreError) -> Bool {
    let passwordCheck = ConstantTimePasswordCheck(stored, cost: cost)
    return try await run(for: attempt.requester) { [derivation] in
      try passwordCheck.accepts(password ?? .invalid, by: derivation)
    }
  }

  private func run<Value: Sendable>(
    for requester: Requester?, _ body: @escaping @Sendable () throws -> Value
  ) async throws(StoreError) -> Value {
    let queue = requester == nil ? unknownClients : turns
    return try await queue.run(for: requester, refusing: Self.error) { () throws(StoreError) in
      do {
        return try await DetachedThread.run(body)
      } catch {
        throw .unavailable(reason: "the store cannot hash the password: it has too little memory")
      }
    }
  }

  private static func error(_ refusal: FairQueue<Requester?>.QueueError) -> StoreError {
    switch refusal {
    case .full: .tooManyAttempts(retryAfter: 10)
    case .cancelled: .unavailable(reason: "the call was cancelled")
    }
  }

  /// Whether a hash was made at a lower cost than today's.
  func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost < cost }
}

extension SignInAttempt {
  /// The party for whom the password is hashed; `nil` if the client shows no token of the account.
  var requester: SignInGuard.Requester? { holder == nil ? nil : .account(account.key) }
}
