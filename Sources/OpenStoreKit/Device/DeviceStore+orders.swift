import StoreAPI

// An order's key is kept before the order is sent, under the name of the running copy that sends
// it. A copy holds a lock under that name for as long as it runs, so another copy on the same
// device never gives up an order that is still on its way.
extension DeviceStore {
  /// Says that this copy of the app runs, until the lock goes away.
  func announce(_ instance: LowercaseUUID) throws(DeviceStoreFault) -> FileLock {
    try POSIXFile.makeFolder(instances)
    return try FileLock(lock(of: instance))
  }

  func isRunning(_ instance: LowercaseUUID) -> Bool { FileLock.isHeld(lock(of: instance)) }

  /// Forgets a copy that runs no more.
  func forget(_ instance: LowercaseUUID) {
    try? FileManager.default.removeItem(at: lock(of: instance))
  }

  func keep(_ order: OpenOrder) throws(DeviceStoreFault) {
    try update { $0.orders.append(order) }
  }

  func markPending(_ key: OrderKey) throws(DeviceStoreFault) {
    try update { record in
      for index in record.orders.indices where record.orders[index].key == key {
        record.orders[index].isPending = true
      }
    }
  }

  func remove(_ key: OrderKey) throws(DeviceStoreFault) {
    try update { $0.orders.removeAll { $0.key == key } }
  }

  private var instances: URL { folder.appending(path: "instances") }

  private func lock(of instance: LowercaseUUID) -> URL {
    instances.appending(path: "\(instance).lock")
  }
}
