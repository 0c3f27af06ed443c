import StoreAPI
import StoreHTTPServer
import StoreOperatorAPI
import TestSupport

/// A store that throws one error from every call, except that it may admit devices.
struct RefusingStore: StoreOperator, ForwardingAccounts {
  let error: StoreError
  var admitsDevices = false

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) throws(StoreError) -> Answer<OperatorResult> {
    throw error
  }

  func accounts(for request: AccountsRequest) throws(StoreError) -> any StoreAccounts {
    throw error
  }

  func backend(for token: String, instance: InstanceID) throws(StoreError) -> any StoreBackend {
    guard admitsDevices else { throw error }
    return RefusingBackend(error)
  }
}

extension ServedStore {
  static func refusing(with error: StoreError) -> ServedStore {
    serving(RefusingStore(error: error))
  }

  /// A store that admits devices and ends their updates with an error.
  static func breakingUpdates(with error: StoreError) -> ServedStore {
    serving(RefusingStore(error: error, admitsDevices: true))
  }

  private static func serving(_ store: RefusingStore) -> ServedStore {
    ServedStore(
      accounts: { _ in store }, operator: store,
      time: { () throws(StoreError) in throw store.error })
  }
}
