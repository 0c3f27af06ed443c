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
  /// The last update that was taken, never ahead of ``holdings``; `nil` before the first.
  var cursor: Int64?
  var storefront: StoreStorefront?
  var holdings: Holdings?
  /// The customer's download of the app, as compact JWS; `nil` until it has been asked for.
  var appTransaction: String?
  /// What was for sale when it was last asked, for display only.
  var products: [StoreProduct] = []
  var orders: [OpenOrder] = []

  /// The names in the file, which stay what they are.
  private enum CodingKeys: String, CodingKey {
    case version, account, device, token, rootCertificate, bundleID, time, heardAt, cursor
    case storefront, holdings, appTransaction, products, orders
  }

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

  /// Keeps holdings, and how far the updates were followed, in one write.
  ///
  /// The holdings are kept if something has happened since those kept, or if the time kept is old: an
  /// offline launch counts from it. Another copy of the app may have kept later holdings meanwhile:
  /// these stay. The cursor never goes back, and is never ahead of the holdings.
  mutating func take(
    _ new: Holdings, cursor newCursor: Int64?, _ newTime: StoreTime, heardAt date: Date
  ) {
    guard newTime.epoch == time.epoch else { return }
    if isNews(new) || new.sequence == holdings?.sequence && isNews(newTime) {
      holdings = new
      time = newTime
      heardAt = date
    }
    guard let kept = holdings?.sequence, let reached = newCursor else { return }
    cursor = min(max(cursor ?? reached, reached), kept)
  }

  private func isNews(_ new: Holdings) -> Bool {
    holdings.map { $0.sequence < new.sequence } ?? true
  }

  private func isNews(_ new: StoreTime) -> Bool {
    new.isFrozen != time.isFrozen || new.now.timeIntervalSince(time.now) > 60
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

  private enum CodingKeys: String, CodingKey {
    case key, productID, isPending
  }
}
