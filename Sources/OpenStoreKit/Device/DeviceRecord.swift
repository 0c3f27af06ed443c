import AppStorePayloads
import StoreAPI

/// The content of a device's file.
struct DeviceRecord: Codable, Equatable, Sendable {
  /// The version of the format; it increases if a field is removed or changes its meaning.
  ///
  /// A record of a later version is not read. In version 1, ``unfinished`` was part of the
  /// purchases.
  static let currentVersion = 2

  var version = DeviceRecord.currentVersion
  var account: String
  var device: StoreDevice
  var token: String
  /// The pinned root, DER.
  var rootCertificate: Data
  var bundleID: String
  /// The environment that the store's signed data names; `nil` in files of earlier versions, whose
  /// stores are sandboxes.
  var environment: StoreEnvironment?
  /// The store's time of its last answer; everything below but the orders, the promotions and the reviews
  /// belongs to its epoch.
  var time: StoreTime
  /// The machine's date of that answer.
  var heardAt: Date
  /// The sequence of the last update that was applied, never ahead of ``purchases``; `nil` before
  /// the first.
  var cursor: Int64?
  var storefront: StoreStorefront?
  var purchases: CustomerPurchases?
  /// This device's own purchases that are not finished, oldest first, for when it is offline.
  ///
  /// At most ``StoreAPI/UnfinishedPage/limit``. Transactions that the store delivers are not kept.
  var unfinished: [KeptTransaction]?
  /// The newest transaction that this device has received, in any epoch of the store.
  ///
  /// `nil` in files of earlier versions; see ``newestTransaction``.
  var newest: KeptTransaction?
  /// The customer's download of the app, as compact JWS; `nil` until it has been requested.
  var appTransaction: String?
  /// The products as they were last received, for display only.
  var products: [StoreProduct] = []
  var orders: [OpenOrder] = []
  /// The app's changes to its promoted products; `nil` without any.
  var promotions: PromotionOverride?
  /// The customer's prompts for a rating of the app; `nil` without any.
  var reviews: ReviewPrompts?

  /// The environment that signed data must name.
  var storeEnvironment: StoreEnvironment { environment ?? .sandbox }

  /// The names in the file, which must not change.
  private enum CodingKeys: String, CodingKey {
    case version, account, device, token, rootCertificate, bundleID, environment, time, heardAt
    case cursor, storefront, unfinished, newest, appTransaction, products, orders, promotions
    case reviews
    case purchases = "holdings"
  }

  /// Removes everything that belongs to another epoch of the store, except the orders, whose
  /// results the store knows.
  ///
  /// If another copy of the app has done so already, the data that it has kept since stays.
  mutating func begin(epochOf time: StoreTime, heardAt date: Date) {
    guard time.epoch != self.time.epoch else { return }
    newest = newestTransaction
    self.time = time
    heardAt = date
    cursor = nil
    purchases = nil
    unfinished = nil
    appTransaction = nil
  }

  /// Takes purchases and the position in the updates, in one write.
  ///
  /// The purchases are taken if they are newer than the kept ones, or if the kept time is old,
  /// because an offline launch counts from it. Another copy of the app may have kept newer purchases
  /// meanwhile, which stay. The cursor never goes back, and is never ahead of the purchases.
  ///
  /// If the store went back, for example to a backup, the kept ones go back with it.
  mutating func take(
    _ new: CustomerPurchases, cursor newCursor: Int64?, _ newTime: StoreTime, heardAt date: Date,
    wentBack: Bool = false
  ) {
    guard newTime.epoch == time.epoch else { return }
    // The purchases may include the newest transaction of a file of an earlier version.
    newest = newestTransaction
    if wentBack { (purchases, cursor) = (nil, nil) }
    if isNewer(new) || new.sequence == purchases?.sequence && isNewer(newTime) {
      purchases = new
      time = newTime
      heardAt = date
    }
    guard let kept = purchases?.sequence, let reached = newCursor else { return }
    cursor = min(max(cursor ?? reached, reached), kept)
  }

  private func isNewer(_ new: CustomerPurchases) -> Bool {
    purchases.map { $0.sequence < new.sequence } ?? true
  }

  private func isNewer(_ new: StoreTime) -> Bool {
    new.isFrozen != time.isFrozen || new.generation > time.generation
      || (new.jump == nil) != (time.jump == nil) || new.simulatedErrors != time.simulatedErrors
      || new.now.timeIntervalSince(time.now) > 60
  }

  /// Removes an order whose result is known.
  mutating func forget(_ key: OrderKey) { orders.removeAll { $0.key == key } }
}

/// A transaction in a device's file.
struct KeptTransaction: Codable, Equatable, Sendable {
  var id: TransactionID
  /// As the store signed it.
  var jws: String

  private enum CodingKeys: String, CodingKey {
    case id, jws
  }
}

/// An order that was sent, or was about to be sent, and whose result is not known.
struct OpenOrder: Codable, Equatable, Sendable {
  var key: OrderKey
  var productID: String
  /// The store has answered that something else must happen first.
  var isPending = false

  private enum CodingKeys: String, CodingKey {
    case key, productID, isPending
  }
}
