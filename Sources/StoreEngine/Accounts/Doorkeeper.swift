import Foundation
import StoreAPI
import Synchronization

/// Who hears sign-ins and sign-ups: one for each store in a process.
final class Doorkeeper: Sendable {
  private let door: Mutex<Door>
  private let bench = PasswordBench()
  private let cost: PasswordCost

  init(_ limits: DoorLimits, cost: PasswordCost) {
    door = Mutex(Door(limits))
    self.cost = cost
  }

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

  func signUp(from address: NetworkAddress?, at now: Date) throws(StoreFault) {
    try door.withLock { door throws(StoreFault) in try door.signUp(from: address, at: now) }
  }

  /// What is to be kept of a new password.
  func hash(_ password: Password, salt: Data) async throws(StoreFault) -> PasswordHash {
    try await bench.work { [cost] in try PasswordHash(of: password, salt: salt, cost: cost) }
  }

  /// Whether somebody knows an account's password; `nil` for what is no password, or no account
  /// with one, takes as long.
  func check(
    _ password: Password?, against hash: PasswordHash?
  ) async throws(StoreFault) -> Bool {
    let known = hash ?? .decoy(cost: cost)
    let matches = try await bench.work { try known.matches(password ?? .impossible) }
    return matches && hash != nil && password != nil
  }
}
