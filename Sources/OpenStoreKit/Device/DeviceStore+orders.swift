import PrivateFiles
import StoreAPI

// An order's key is written before the order is sent. The sender holds a lock in the key's name until
// the order has ended, so that another copy of the app on the same device does not settle it meanwhile.
extension DeviceStore {
  /// Writes down an order that is about to be sent.
  ///
  /// - Returns: The lock that the sender holds.
  func keep(_ order: OpenOrder) throws(DeviceStoreError) -> FileLock {
    let sending = try DeviceStoreError.files { () throws(FileError) in
      try PrivateFile.makeFolder(orders)
      return try FileLock(lock(of: order.key))
    }
    try update(durability: .durable) { $0.orders.append(order) }
    return sending
  }

  /// Whether a copy of the app is sending this order now.
  func isSending(_ key: OrderKey) -> Bool { FileLock.isHeld(lock(of: key)) }

  /// Removes the locks of orders that no process is sending; a crash may leave one.
  func removeStaleLocks() {
    let files = try? FileManager.default.contentsOfDirectory(
      at: orders, includingPropertiesForKeys: nil)
    for file in files ?? [] { FileLock.removeUnlessHeld(file) }
  }

  private var orders: URL { folder.appending(path: "orders") }

  private func lock(of key: OrderKey) -> URL { orders.appending(path: "\(key).lock") }
}
