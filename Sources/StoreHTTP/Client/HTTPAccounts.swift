package import StoreAPI

/// A store's door, over HTTP.
///
/// A question is asked again when its answer is lost. Where the store then refuses because it had
/// done it already, that is not the caller's business: they get what was done.
package struct HTTPAccounts: StoreAccounts {
  let store: HTTPStore

  package func signUp(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    var wasLost = false
    do {
      return try await store.ask(
        AccountEndpoints.signUp, credentials, as: .anyone, timeout: store.settings.doorTimeout,
        wasLost: &wasLost)
    } catch .accountExists(let name) where wasLost {
      // Ours, if the password opens it.
      do {
        return try await signIn(credentials)
      } catch .signInRefused {
        throw .accountExists(name)
      }
    }
  }

  package func signIn(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try await store.ask(
      AccountEndpoints.signIn, credentials, as: .anyone, timeout: store.settings.doorTimeout)
  }

  package func signOut(signIn token: String) async throws(StoreFault) -> Answer<StoreAccount> {
    try await store.ask(AccountEndpoints.signOut, NoInput(), as: .token(token))
  }

  package func signOutEverywhere(
    signIn token: String
  ) async throws(StoreFault) -> Answer<[StoreDevice]> {
    let known = try await devices(signIn: token)
    var wasLost = false
    do {
      return try await store.ask(
        AccountEndpoints.signOutEverywhere, NoInput(), as: .token(token), wasLost: &wasLost)
    } catch .unauthorized where wasLost {
      return known
    }
  }

  package func registerDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<Registration> {
    // Asked first, so that a device which is there after a lost answer is known to be ours.
    guard try await device(name, signIn: token).value == nil else { throw .deviceExists(name) }
    var wasLost = false
    do {
      return try await register(name, signIn: token, wasLost: &wasLost)
    } catch .deviceExists where wasLost {
      // Its token was in the answer that was lost: nobody can ever use it.
      _ = try await removeDevice(name, signIn: token)
      return try await register(name, signIn: token, wasLost: &wasLost)
    }
  }

  package func devices(signIn token: String) async throws(StoreFault) -> Answer<[StoreDevice]> {
    try await store.ask(AccountEndpoints.devices, NoInput(), as: .token(token))
  }

  package func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<StoreDevice> {
    let known = try await device(name, signIn: token)
    var wasLost = false
    do {
      return try await store.ask(
        AccountEndpoints.removeDevice, DeviceName(device: name), as: .token(token),
        wasLost: &wasLost)
    } catch .unknownDevice(let name) where wasLost {
      guard let device = known.value else { throw .unknownDevice(name) }
      return Answer(device, at: known.time)
    }
  }

  package func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreFault) -> any StoreBackend {
    let backend = store.backend(token: token, instance: instance)
    // The contract refuses a token that is no device's here.
    _ = try await backend.storefront()
    return backend
  }
}

extension HTTPAccounts {
  private func device(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<StoreDevice?> {
    let devices = try await devices(signIn: token)
    return Answer(devices.value.first { $0.id == name }, at: devices.time)
  }

  private func register(
    _ name: String, signIn token: String, wasLost: inout Bool
  ) async throws(StoreFault) -> Answer<Registration> {
    try await store.ask(
      AccountEndpoints.registerDevice, DeviceName(device: name), as: .token(token),
      wasLost: &wasLost)
  }
}
