package import AppStorePayloads
import PrivateFiles
package import StoreAPI

/// The folder of a device: its token, the root certificate that it trusts, the customer's signed
/// transactions, and the keys of orders whose result is not known.
///
/// Everything is in one file, which is replaced atomically under a short lock: a reader sees the old
/// or the new file, and several processes can be one device.
package struct DeviceStore: Sendable {
  private let file: DeviceFile
  private let opened: DeviceRecord

  private init(_ file: DeviceFile, _ record: DeviceRecord) {
    self.file = file
    opened = record
  }

  package var folder: URL { file.folder }
  /// The account of the device.
  package var account: String { opened.account }
  /// The device's name, unique in the account.
  package var name: String { opened.device.id }
  /// Authenticates the device at its store.
  package var token: String { opened.token }
  /// The store's root certificate that is trusted, DER.
  package var rootCertificate: Data { opened.rootCertificate }
  /// The app whose purchases the device keeps.
  var bundleID: String { opened.bundleID }
  /// The environment of the store, which its signed data must name.
  package var environment: StoreEnvironment { opened.storeEnvironment }
  /// Distinguishes this device from earlier devices with its name.
  package var verificationID: LowercaseUUID { opened.device.verificationID }

  /// Writes the file of a device that has just been registered, instead of an earlier one.
  ///
  /// - Parameters:
  ///   - folder: Made if it is missing; only its owner can read it.
  ///   - account: The account of the device.
  ///   - registration: The store's answer.
  ///   - storefront: The storefront, if it is known already.
  ///   - wallClock: The machine's date, from which the time since the answer is computed.
  /// - Returns: The device.
  /// - Throws: ``DeviceStoreError/failed(_:doing:reason:)`` if the folder cannot be written.
  package static func create(
    _ folder: URL, account: String, registration: Answer<Registration>,
    storefront: StoreStorefront? = nil, wallClock: Date = Date()
  ) throws(DeviceStoreError) -> DeviceStore {
    let registered = registration.value
    var time = registration.time
    time.epoch = registered.epoch
    let record = DeviceRecord(
      account: account, device: registered.device, token: registered.token,
      rootCertificate: registered.rootCertificate, bundleID: registered.bundleID,
      environment: registered.environment, time: time, heardAt: wallClock, storefront: storefront)
    let file = DeviceFile(folder: folder)
    let new = record.continuing(try? file.read())
    try removeReceipts(of: folder)
    try file.create(new)
    return DeviceStore(file, new)
  }

  /// Removes the receipts of an earlier device, which are bound to it.
  private static func removeReceipts(of folder: URL) throws(DeviceStoreError) {
    for environment in [StoreEnvironment.sandbox, .production] {
      try ReceiptFile(in: folder, environment: environment).remove()
    }
  }

  /// Opens a folder that ``create(_:account:registration:storefront:wallClock:)`` has written.
  ///
  /// - Throws: ``DeviceStoreError/missing(_:)`` and ``DeviceStoreError/damaged(_:reason:)``, after
  ///   which the caller registers a new device; ``DeviceStoreError/newer(_:version:)`` and
  ///   ``DeviceStoreError/failed(_:doing:reason:)`` if the file exists and cannot be read.
  package static func open(_ folder: URL) throws(DeviceStoreError) -> DeviceStore {
    let file = DeviceFile(folder: folder)
    return DeviceStore(file, try file.read())
  }

  func read() throws(DeviceStoreError) -> DeviceRecord { try file.read() }

  /// Changes the file; other writers, of this process and of others, wait while it is written.
  ///
  /// A power failure may undo the change, unless `durability` prevents that: only the key of an order
  /// that is about to be sent must not be lost, because the store answers everything else again.
  func update(
    durability: PrivateFile.Durability = .atomic, _ change: (inout DeviceRecord) -> Void
  ) throws(DeviceStoreError) {
    try file.update(durability: durability, change)
  }
}

/// An error that prevents the use of a device's folder.
package enum DeviceStoreError: Error, Hashable, Sendable {
  /// The folder has no device's file.
  case missing(URL)
  /// The file was not written by this program.
  case damaged(URL, reason: String)
  /// A newer program wrote the file. It may contain data that must not be lost.
  case newer(URL, version: Int)
  /// An operation on a file failed.
  case failed(URL, doing: String, reason: String)
}

extension DeviceStoreError {
  /// Runs operations on files, and throws their errors as the device's.
  static func files<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(DeviceStoreError) -> Value {
    do {
      return try body()
    } catch {
      throw .failed(error.url, doing: error.action, reason: error.reason)
    }
  }
}

extension DeviceStoreError: CustomStringConvertible, LocalizedError {
  package var description: String {
    switch self {
    case .missing(let url): "there is no device in \(url.path)"
    case .damaged(let url, let reason):
      "the device's file \(url.path) is damaged: \(reason). Register a new device"
    case .newer(let url, let version):
      "the device's file \(url.path) has version \(version): only a newer program can read it"
    case .failed(let url, let action, let reason): "\(action) \(url.path) failed: \(reason)"
    }
  }

  package var errorDescription: String? { description }
}
