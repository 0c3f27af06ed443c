package import Foundation
import RetryPolicy
package import StoreAPI
import StoreHTTP

/// The accounts of a store over HTTP.
///
/// A request is sent again if its response is lost. If the store then refuses because it has
/// already done the work, the caller gets the result of that work. A registration includes the
/// device's token, by which the store recognises it.
package struct HTTPAccounts: StoreAccounts {
  let store: HTTPStore

  package func root() async throws(StoreError) -> Answer<Data> {
    try await store.ask(AccountEndpoints.root, NoInput(), as: .anyone)
  }

  package func signUp(_ credentials: Credentials) async throws(StoreError) -> Answer<SignIn> {
    var wasLost = false
    do {
      let answer = try await store.ask(
        AccountEndpoints.signUp, credentials, as: .anyone, timeout: store.settings.signInTimeout
      ) { wasLost = true }
      return try checked(answer, to: credentials)
    } catch .accountExists(let name) where wasLost {
      // If the password is right, the lost attempt made the account.
      do {
        return try await signIn(credentials)
      } catch .signInRefused {
        throw .accountExists(name: name)
      }
    }
  }

  package func signIn(
    _ credentials: Credentials, token: String?
  ) async throws(StoreError) -> Answer<SignIn> {
    let answer = try await store.ask(
      AccountEndpoints.signIn, credentials, as: token.map(Authorization.token) ?? .anyone,
      timeout: store.settings.signInTimeout)
    return try checked(answer, to: credentials)
  }

  package func signOut(signIn token: String) async throws(StoreError) -> StoreTime {
    try await signOut(by: AccountEndpoints.signOut, signIn: token) { $0.time }
  }

  package func signOutEverywhere(
    signIn token: String
  ) async throws(StoreError) -> Answer<[StoreDevice]> {
    try await signOut(by: AccountEndpoints.signOutEverywhere, signIn: token) { $0 }
  }

  package func changePassword(
    _ change: PasswordChange, signIn token: String
  ) async throws(StoreError) -> Answer<ChangedPassword> {
    try await store.ask(
      AccountEndpoints.changePassword, change, as: .token(token),
      timeout: store.settings.signInTimeout)
  }

  package func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreError) -> Answer<Registration> {
    let answer = try await store.ask(
      AccountEndpoints.registerDevice, NewDevice(device: name, token: deviceToken),
      as: .token(token))
    guard answer.value.device.id == name, answer.value.token == deviceToken.string else {
      throw store.answered("a registration of another device than '\(name)'")
    }
    return answer
  }

  package func devices(signIn token: String) async throws(StoreError) -> Answer<[StoreDevice]> {
    try await store.ask(AccountEndpoints.devices, NoInput(), as: .token(token))
  }

  package func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreError) -> Answer<StoreDevice> {
    var known = try await device(name, signIn: token)
    guard let device = known.value else { throw .unknownDevice(name: name) }
    var wasLost = false
    var retries = store.settings.backoff.attempts
    while true {
      do {
        let answer = try await store.ask(
          AccountEndpoints.removeDevice, DeviceName(device: name), as: .token(token),
          isRepeatable: false
        ) { wasLost = true }
        return try checked(answer, isOf: name)
      } catch .unknownDevice where wasLost {
        // The lost attempt has removed it.
        return Answer(device, at: known.time)
      } catch .unavailable where wasLost && retries > 1 {
        retries -= 1
        known = try await self.device(name, signIn: token)
        guard known.value == device else { return Answer(device, at: known.time) }
      }
    }
  }

  package func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend {
    let backend = store.backend(token: token, instance: instance)
    // The contract requires that an unknown token is refused here.
    _ = try await backend.storefront()
    return backend
  }
}

extension HTTPAccounts {
  /// Asks for the devices first: if the response to the sign-out is lost, `lost` makes the output
  /// from them.
  private func signOut<Output>(
    by endpoint: Endpoint<NoInput, Output>, signIn token: String,
    lost: (Answer<[StoreDevice]>) -> Output
  ) async throws(StoreError) -> Output {
    let devices = try await devices(signIn: token)
    var wasLost = false
    do {
      return try await store.ask(endpoint, NoInput(), as: .token(token)) { wasLost = true }
    } catch .unauthorized where wasLost {
      return lost(devices)
    }
  }

  /// - Throws: `StoreError.unavailable` if the sign-in is to another account.
  private func checked(
    _ answer: Answer<SignIn>, to credentials: Credentials
  ) throws(StoreError) -> Answer<SignIn> {
    guard answer.value.account.name == credentials.account else {
      throw store.answered("a sign-in to another account than '\(credentials.account)'")
    }
    return answer
  }

  /// - Throws: `StoreError.unavailable` if another device was removed.
  private func checked(
    _ answer: Answer<StoreDevice>, isOf name: String
  ) throws(StoreError) -> Answer<StoreDevice> {
    guard answer.value.id == name else {
      throw store.answered("the removal of another device than '\(name)'")
    }
    return answer
  }

  private func device(
    _ name: String, signIn token: String
  ) async throws(StoreError) -> Answer<StoreDevice?> {
    let devices = try await devices(signIn: token)
    return Answer(devices.value.first { $0.id == name }, at: devices.time)
  }
}
