import AppStorePayloads
import PrivateFiles

/// The file with the app receipt, in the device's folder.
///
/// It is replaced atomically: a reader sees the old receipt or the new one.
struct ReceiptFile: Sendable {
  let url: URL

  /// Its name is that of the App Store's receipt, or of its sandbox's.
  init(in folder: URL, environment: StoreEnvironment) {
    url = folder.appending(path: environment == .production ? "receipt" : "sandboxReceipt")
  }

  var exists: Bool { PrivateFile.size(of: url) != nil }

  /// Waits until no other task, of this copy of the app or of another, writes the receipt.
  ///
  /// A writer holds the lock while it asks the store: otherwise an earlier answer could replace a later
  /// one.
  func lock() async throws(DeviceStoreError) -> FileLock {
    do {
      return try await FileLock.waiting(for: url.appendingPathExtension("lock"))
    } catch {
      throw .failed(error.url, doing: error.action, reason: error.reason)
    }
  }

  /// Replaces the receipt.
  func replace(with receipt: Data) throws(DeviceStoreError) {
    try DeviceStoreError.files { () throws(FileError) in
      try PrivateFile.replace(url, with: receipt, durability: .atomic)
    }
  }

  /// Removes the receipt, if there is one.
  func remove() throws(DeviceStoreError) {
    guard exists else { return }
    try DeviceStoreError.files { () throws(FileError) in try PrivateFile.remove(url) }
  }
}
