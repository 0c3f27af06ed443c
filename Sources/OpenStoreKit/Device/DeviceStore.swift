import PrivateFiles
package import StoreAPI

/// What one device keeps of its store, in a folder of its own: its token, the root that it trusts,
/// the customer's signed transactions, and the keys of orders whose end is not known.
///
/// Everything stands in one file, which is replaced whole and atomically under a short lock: a
/// reader sees the old or the new, never half of one, and several processes can be one device.
package struct DeviceStore: Sendable {
  package let folder: URL
  /// Whose device it is.
  package let account: String
  /// The device's name, unique in the account.
  package let name: String
  /// Signs the device in at its store.
  package let token: String
  /// The store's root certificate that is trusted, DER.
  package let rootCertificate: Data
  /// Tells this device from another that has had its name.
  package let verificationID: LowercaseUUID

  private let file: DeviceFile

  private init(_ file: DeviceFile, _ record: DeviceRecord) {
    self.file = file
    folder = file.folder
    account = record.account
    name = record.device.id
    token = record.token
    rootCertificate = record.rootCertificate
    verificationID = record.device.verificationID
  }

  /// Keeps a device that has just been registered, in place of whatever the folder held.
  ///
  /// - Parameters:
  ///   - folder: Made if it is missing, readable by its owner only.
  ///   - account: Whose device it is.
  ///   - registration: What the store answered.
  ///   - storefront: The storefront, if it has been asked already.
  ///   - wallClock: The machine's date, from which the store's time is told while it is off.
  /// - Returns: The device.
  /// - Throws: ``DeviceStoreFault/failed(_:doing:reason:)`` when the folder cannot be written.
  package static func create(
    _ folder: URL, account: String, registration: Answer<Registration>,
    storefront: StoreStorefront? = nil, wallClock: Date = Date()
  ) throws(DeviceStoreFault) -> DeviceStore {
    let registered = registration.value
    var time = registration.time
    time.epoch = registered.epoch
    let record = DeviceRecord(
      account: account, device: registered.device, token: registered.token,
      rootCertificate: registered.rootCertificate, bundleID: registered.bundleID, time: time,
      heardAt: wallClock, storefront: storefront)
    let file = DeviceFile(folder: folder)
    try file.create(record)
    return DeviceStore(file, record)
  }

  /// Opens what ``create(_:account:registration:storefront:wallClock:)`` kept.
  ///
  /// - Throws: ``DeviceStoreFault/missing(_:)`` and ``DeviceStoreFault/damaged(_:reason:)``: the
  ///   caller registers a new device; ``DeviceStoreFault/failed(_:doing:reason:)`` when the file is
  ///   there and the machine does not let it be read.
  package static func open(_ folder: URL) throws(DeviceStoreFault) -> DeviceStore {
    let file = DeviceFile(folder: folder)
    return DeviceStore(file, try file.read())
  }

  func read() throws(DeviceStoreFault) -> DeviceRecord { try file.read() }

  /// Changes what is kept; other processes wait meanwhile.
  ///
  /// After a power failure the old may stand there again: only the key of an order that is about to
  /// be sent must not be lost, everything else the store tells again.
  func update(
    durability: PrivateFile.Durability = .whole, _ change: (inout DeviceRecord) -> Void
  ) throws(DeviceStoreFault) {
    try file.update(durability: durability, change)
  }
}

/// Why a device's folder is of no use.
package enum DeviceStoreFault: Error, Hashable, Sendable {
  /// No device was ever kept here.
  case missing(URL)
  /// The file is not one that this program wrote.
  case damaged(URL, reason: String)
  /// The machine refused.
  case failed(URL, doing: String, reason: String)
}

extension DeviceStoreFault {
  /// What `body` does with files, with its faults as the device's.
  static func files<Value>(
    _ body: () throws(FileFault) -> Value
  ) throws(DeviceStoreFault) -> Value {
    do {
      return try body()
    } catch {
      throw .failed(error.url, doing: error.action, reason: error.reason)
    }
  }
}

extension DeviceStoreFault: CustomStringConvertible, LocalizedError {
  package var description: String {
    switch self {
    case .missing(let url): "there is no device in \(url.path)"
    case .damaged(let url, let reason):
      "the device's file \(url.path) is damaged: \(reason). Register a new device"
    case .failed(let url, let action, let reason): "\(action) \(url.path) failed: \(reason)"
    }
  }

  package var errorDescription: String? { description }
}
