import Foundation
import StoreAPI
import Synchronization
import TestSupport

/// The accounts of a real store, with the failures that a test injects.
final class FaultyAccounts: ForwardingAccounts {
  private struct State {
    var received: [AccountsRequest] = []
    var errors: [AccountsRequest: StoreError] = [:]
    var isAway = false
    /// The account of the sign-in after a change of the password; `nil` for the right one.
    var account: String?
    /// Whether the answer to a change of the password is lost.
    var losesChange = false
    /// The token that the last sign-in has shown.
    var token: String?
    /// The root that sign-ins and registrations carry; `nil` for the store's own.
    var root: Data?
  }

  private let store: any StoreAccounts
  private let state = Mutex(State())

  init(_ store: any StoreAccounts) { self.store = store }

  /// The requests since the last call.
  func takeReceived() -> [AccountsRequest] {
    state.withLock { state in
      defer { state.received = [] }
      return state.received
    }
  }

  /// The token that the last sign-in has shown.
  var shownToken: String? { state.withLock { $0.token } }

  /// Makes the store unreachable or reachable.
  func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

  /// Puts another account in the sign-in after a change of the password.
  func forgeAccount(_ name: String?) { state.withLock { $0.account = name } }

  /// Loses answers to changes of the password, after the store has made them.
  func loseChanges(_ loses: Bool) { state.withLock { $0.losesChange = loses } }

  /// Answers the next such request with an error.
  func fail(_ request: AccountsRequest, with error: StoreError) {
    state.withLock { $0.errors[request] = error }
  }

  /// Puts another root certificate in sign-ins and registrations from now on.
  func forgeRoot(_ root: Data) { state.withLock { $0.root = root } }

  /// Records a request, and returns the store that answers it.
  func accounts(for request: AccountsRequest) throws(StoreError) -> any StoreAccounts {
    let error: StoreError? = state.withLock { state in
      state.received.append(request)
      return state.isAway
        ? .unavailable(reason: "closed") : state.errors.removeValue(forKey: request)
    }
    if let error { throw error }
    return store
  }

  private func forged<Value>(
    _ answer: Answer<Value>, _ root: WritableKeyPath<Value, Data>
  ) -> Answer<Value> {
    var answer = answer
    if let forgery = state.withLock({ $0.root }) { answer.value[keyPath: root] = forgery }
    return answer
  }

  func signUp(_ credentials: Credentials) async throws(StoreError) -> Answer<SignIn> {
    forged(try await accounts(for: .signUp).signUp(credentials), \.rootCertificate)
  }

  func signIn(
    _ credentials: Credentials, token: String?
  ) async throws(StoreError) -> Answer<SignIn> {
    state.withLock { $0.token = token }
    return forged(
      try await accounts(for: .signIn).signIn(credentials, token: token), \.rootCertificate)
  }

  func changePassword(
    _ change: PasswordChange, signIn token: String
  ) async throws(StoreError) -> Answer<ChangedPassword> {
    let changed = try await accounts(for: .changePassword)
      .changePassword(change, signIn: token)
    if state.withLock({ $0.losesChange }) { throw .unavailable(reason: "the answer was lost") }
    var answer = forged(changed, \.signIn.rootCertificate)
    if let account = state.withLock({ $0.account }) { answer.value.signIn.account.name = account }
    return answer
  }

  func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreError) -> Answer<Registration> {
    let registration = try await accounts(for: .registerDevice)
      .registerDevice(name, token: deviceToken, signIn: token)
    return forged(registration, \.rootCertificate)
  }
}
