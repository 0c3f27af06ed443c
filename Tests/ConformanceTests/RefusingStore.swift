import StoreAPI
import StoreHTTPServer
import TestSupport

/// A store that throws one fault from every call, except that it may admit devices.
struct RefusingStore: StoreOperator, ForwardingAccounts {
  let fault: StoreFault
  var admitsDevices = false

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) throws(StoreFault) -> Answer<OperatorResult> {
    throw fault
  }

  func accounts(for request: AccountsRequest) throws(StoreFault) -> any StoreAccounts {
    throw fault
  }

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
