import StoreAPI

/// All that a device keeps between two runs of the app.
struct DeviceRecord: Codable, Equatable, Sendable {
  /// Grows when a field changes its meaning; a record of another version is not read.
  static let currentVersion = 1

  var version = DeviceRecord.currentVersion
  var account: String
  var device: StoreDevice
  var token: String
  /// The pinned root, DER.
  var rootCertificate: Data
  var bundleID: String
  /// The store's time when it was last heard; its epoch is the one of everything below.
  var time: StoreTime
  /// The machine's date when ``time`` was heard.
  var heardAt: Date
  /// The last event that was received; `nil` where ``holdings`` must say it.
  var cursor: Int64?
  var storefront: StoreStorefront?
  var holdings: Holdings?
  /// The customer's download of the app, as compact JWS; `nil` until it has been asked for.
  var appTransaction: String?
  /// What was for sale when it was last asked, for display only.
  var products: [StoreProduct] = []
  var orders: [OpenOrder] = []

  /// Drops what belongs to an epoch of the store that is over.
  ///
  /// Where another copy of the app has done so already, what it has kept since stays.
  mutating func begin(epochOf time: StoreTime, heardAt date: Date) {
    guard time.epoch > self.time.epoch else { return }
    self.time = time
    heardAt = date
    cursor = nil
    holdings = nil
    appTransaction = nil
    orders = []
  }

  /// Keeps the holdings when something has happened since those kept, or the time kept is old.
  ///
  /// An offline launch counts from that time. Another copy of the app may have kept later holdings
  /// meanwhile: these stay.
  mutating func take(_ answer: Answer<Holdings>, heardAt date: Date) {
    guard answer.time.epoch == time.epoch else { return }
    let isNews = holdings.map { $0.sequence < answer.value.sequence } ?? true
    let isSame = holdings?.sequence == answer.value.sequence
    let hasGrownOld = answer.time.now.timeIntervalSince(time.now) > 60
    guard isNews || isSame && hasGrownOld else { return }
    holdings = answer.value
    time = answer.time
    heardAt = date
  }

  /// Drops an order that has been dealt with.
  mutating func forget(_ key: OrderKey) { orders.removeAll { $0.key == key } }
}

/// An order that was sent, or was about to be, and whose end is not known.
struct OpenOrder: Codable, Equatable, Sendable {
  var key: OrderKey
  var productID: String
  /// The store has answered that something else must happen first.
  var isPending = false
}
