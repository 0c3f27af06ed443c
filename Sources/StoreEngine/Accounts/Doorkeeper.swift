import Foundation
import StoreAPI
import Synchronization

/// Who hears sign-ins and sign-ups: one for each store in a process.
final class Doorkeeper: Sendable {
  private let door: Mutex<Door>
  private let bench = PasswordBench()
  private let cost: PasswordCost
  private let derivation: KeyDerivation

  init(_ limits: DoorLimits, cost: PasswordCost, derivation: KeyDerivation) {
    door = Mutex(Door(limits))
    self.cost = cost
    self.derivation = derivation
  }

  /// As ``Door/signIn(to:from:at:)``.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` while the account or the address
  ///   has to wait.
  func signIn(
    to account: AccountName, from address: NetworkAddress?, at now: Date
  ) throws(StoreFault) {
    try door.withLock { door throws(StoreFault) in
      try door.signIn(to: account, from: address, at: now)
    }
  }

  func signedIn(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    door.withLock { $0.signedIn(to: account, from: address, at: now) }
  }

  func takeBackSignIn(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    door.withLock { $0.takeBackSignIn(to: account, from: address, at: now) }
  }

  /// As ``Door/signUp(from:at:)``.
  ///
  /// - Throws: ``StoreAPI/StoreFault/tooManyAttempts(retryAfter:)`` while the address has to wait.
  func signUp(from address: NetworkAddress?, at now: Date) throws(StoreFault) {
    try door.withLock { door throws(StoreFault) in try door.signUp(from: address, at: now) }
  }

  func signedUp(to account: AccountName, from address: NetworkAddress?, at now: Date) {
    door.withLock { $0.signedUp(to: account, from: address, at: now) }
  }

  /// What is to be kept of a new password.
  ///
  /// - Throws: As ``PasswordBench/work(_:)`` does.
  func hash(_ password: Password, salt: Data) async throws(StoreFault) -> PasswordHash {
    try await bench.work { [cost, derivation] in
      try PasswordHash(of: password, salt: salt, cost: cost, by: derivation)
    }
  }

  /// Whether somebody knows an account's password; `nil` for what is no password, or no account
  /// with one, takes as long.
  ///
  /// - Throws: As ``PasswordBench/work(_:)`` does.
  func check(
    _ password: Password?, against stored: StoredPassword
  ) async throws(StoreFault) -> Bool {
    let lineup = PasswordLineup(stored, cost: cost)
    return try await bench.work { [derivation] in
      try lineup.contains(password ?? .impossible, by: derivation)
    }
  }

  /// Whether a password is kept at a cost that is too low by now.
  func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost < cost }
}
