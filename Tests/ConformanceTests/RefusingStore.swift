import Foundation
import StoreAPI
import StoreHTTPServer
import TestSupport

/// A store that throws one fault from every call, except that it may admit devices.
struct RefusingStore: StoreOperator, StoreAccounts {
  let fault: StoreFault
  var admitsDevices = false

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) throws(StoreFault) -> Answer<OperatorResult> {
    throw fault
  }

  func root() throws(StoreFault) -> Answer<Data> { throw fault }
  func signUp(_ credentials: Credentials) throws(StoreFault) -> Answer<SignIn> { throw fault }
  func signIn(_ credentials: Credentials) throws(StoreFault) -> Answer<SignIn> { throw fault }
  func signOut(signIn token: String) throws(StoreFault) -> StoreTime { throw fault }
  func signOutEverywhere(
    signIn token: String
  ) throws(StoreFault) -> Answer<[StoreDevice]> { throw fault }
  func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) throws(StoreFault) -> Answer<Registration> { throw fault }
  func devices(signIn token: String) throws(StoreFault) -> Answer<[StoreDevice]> { throw fault }
  func removeDevice(
    _ name: String, signIn token: String
  ) throws(StoreFault) -> Answer<StoreDevice> { throw fault }
  func backend(
    for token: String, instance: InstanceID
  ) throws(StoreFault) -> any StoreBackend {
    guard admitsDevices else { throw fault }
    return RefusingBackend(fault)
  }
}

extension ServedStore {
  static func refusing(with fault: StoreFault) -> ServedStore {
    serving(RefusingStore(fault: fault))
  }

  /// A store that admits devices and ends their updates with a fault.
  static func breakingUpdates(with fault: StoreFault) -> ServedStore {
    serving(RefusingStore(fault: fault, admitsDevices: true))
  }

  private static func serving(_ store: RefusingStore) -> ServedStore {
    ServedStore(
      accounts: { _ in store }, operator: store,
      time: { () throws(StoreFault) in throw store.fault })
  }
}
