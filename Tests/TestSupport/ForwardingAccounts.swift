package import Foundation
package import StoreAPI

/// A request of `StoreAccounts`.
package enum AccountsRequest: Hashable, Sendable {
  case root, signUp, signIn, signOut, signOutEverywhere, changePassword, registerDevice
  case devices, removeDevice, backend
}

/// A double that forwards every request to other accounts.
///
/// A test observes, delays or refuses requests in ``accounts(for:)``. It implements the methods whose
/// answers it changes.
package protocol ForwardingAccounts: StoreAccounts {
  /// Returns the accounts that answer the request, or throws the answer.
  func accounts(for request: AccountsRequest) async throws(StoreError) -> any StoreAccounts
}

extension ForwardingAccounts {
  package func root() async throws(StoreError) -> Answer<Data> {
    try await accounts(for: .root).root()
  }

  package func signUp(_ credentials: Credentials) async throws(StoreError) -> Answer<SignIn> {
    try await accounts(for: .signUp).signUp(credentials)
  }

  package func signIn(
    _ credentials: Credentials, token: String?
  ) async throws(StoreError) -> Answer<SignIn> {
    try await accounts(for: .signIn).signIn(credentials, token: token)
  }

  package func signOut(signIn token: String) async throws(StoreError) -> StoreTime {
    try await accounts(for: .signOut).signOut(signIn: token)
  }

  package func signOutEverywhere(
    signIn token: String
  ) async throws(StoreError) -> Answer<[StoreDevice]> {
    try await accounts(for: .signOutEverywhere).signOutEverywhere(signIn: token)
  }

  package func changePassword(
    _ change: PasswordChange, signIn token: String
  ) async throws(StoreError) -> Answer<ChangedPassword> {
    try await accounts(for: .changePassword).changePassword(change, signIn: token)
  }

  package func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreError) -> Answer<Registration> {
    try await accounts(for: .registerDevice)
      .registerDevice(name, token: deviceToken, signIn: token)
  }

  package func devices(signIn token: String) async throws(StoreError) -> Answer<[StoreDevice]> {
    try await accounts(for: .devices).devices(signIn: token)
  }

  package func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreError) -> Answer<StoreDevice> {
    try await accounts(for: .removeDevice).removeDevice(name, signIn: token)
  }

  package func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend {
    try await accounts(for: .backend).backend(for: token, instance: instance)
  }
}
