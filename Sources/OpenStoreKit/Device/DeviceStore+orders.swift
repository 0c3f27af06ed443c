import PrivateFiles
import StoreAPI

// An order's key is kept before the order is sent. Whoever sends it holds a lock in its name until
// the answer is there, so another copy of the app on the same device never gives up an order that
// is still on its way.
extension DeviceStore {
  /// Keeps an order that is about to be sent; the lock says that it is being sent.
  func keep(_ order: OpenOrder) throws(DeviceStoreFault) -> FileLock {
    let sending = try DeviceStoreFault.files { () throws(FileFault) in
      try PrivateFile.makeFolder(orders)
      return try FileLock(lock(of: order.key))
    }
    try update(durability: .kept) { $0.orders.append(order) }
    return sending
  }

  /// Whether some copy of the app is sending this order now.
  func isSending(_ key: OrderKey) -> Bool { FileLock.isHeld(lock(of: key)) }

  /// Removes the locks of orders that nobody is sending: a crash may leave one, before its order is
  /// kept, while it is sent, or after it is forgotten.
  func removeStaleLocks() {
    let files = try? FileManager.default.contentsOfDirectory(
      at: orders, includingPropertiesForKeys: nil)
    for file in files ?? [] { FileLock.removeUnlessHeld(file) }
  }

  private var orders: URL { folder.appending(path: "orders") }

  private func lock(of key: OrderKey) -> URL { orders.appending(path: "\(key).lock") }
}
