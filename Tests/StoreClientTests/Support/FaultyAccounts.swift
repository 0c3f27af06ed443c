import Foundation
import StoreAPI
import Synchronization

/// The accounts of a real store, with the failures that a test injects.
final class FaultyAccounts: StoreAccounts {
  enum Request: Hashable {
    case root, signUp, signIn, signOut, signOutEverywhere, registerDevice, devices, removeDevice
    case backend
  }

  private struct State {
    var asked: [Request] = []
    var faults: [Request: StoreFault] = [:]
    var isAway = false
    /// What the store presents as its root where a sign-in or a registration carries it.
    var root: Data?
  }

  private let store: any StoreAccounts
  private let state = Mutex(State())

  init(_ store: any StoreAccounts) { self.store = store }

  /// What was asked since the last call.
  func takeAsked() -> [Request] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }

  /// Whether nobody can reach the store.
  func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

  /// Answers the next such request with a fault.
  func fail(_ request: Request, with fault: StoreFault) {
    state.withLock { $0.faults[request] = fault }
  }

  /// Puts another root certificate in sign-ins and registrations from now on.
  func forgeRoot(_ root: Data) { state.withLock { $0.root = root } }

  private func ask(_ request: Request) throws(StoreFault) {
    let fault: StoreFault? = state.withLock { state in
      state.asked.append(request)
      return state.isAway ? .unavailable("closed") : state.faults.removeValue(forKey: request)
    }
    if let fault { throw fault }
  }

  private func forged(_ signIn: Answer<SignIn>) -> Answer<SignIn> {
    var signIn = signIn
    if let root = state.withLock({ $0.root }) { signIn.value.rootCertificate = root }
    return signIn
  }

  func root() async throws(StoreFault) -> Answer<Data> {
    try ask(.root)
    return try await store.root()
  }

  func signUp(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try ask(.signUp)
    return forged(try await store.signUp(credentials))
  }

  func signIn(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try ask(.signIn)
    return forged(try await store.signIn(credentials))
  }

  func signOut(signIn token: String) async throws(StoreFault) -> StoreTime {
    try ask(.signOut)
    return try await store.signOut(signIn: token)
  }

  func signOutEverywhere(
    signIn token: String
  ) async throws(StoreFault) -> Answer<[StoreDevice]> {
    try ask(.signOutEverywhere)
    return try await store.signOutEverywhere(signIn: token)
  }

  func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreFault) -> Answer<Registration> {
    try ask(.registerDevice)
    var registration = try await store.registerDevice(name, token: deviceToken, signIn: token)
    if let root = state.withLock({ $0.root }) { registration.value.rootCertificate = root }
    return registration
  }

  func devices(signIn token: String) async throws(StoreFault) -> Answer<[StoreDevice]> {
    try ask(.devices)
    return try await store.devices(signIn: token)
  }

  func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<StoreDevice> {
    try ask(.removeDevice)
    return try await store.removeDevice(name, signIn: token)
  }

  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreFault) -> any StoreBackend {
    try ask(.backend)
    return try await store.backend(for: token, instance: instance)
  }
}
