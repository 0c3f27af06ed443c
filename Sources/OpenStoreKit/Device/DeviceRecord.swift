import AppStorePayloads
import StoreAPI

/// The content of a device's file.
struct DeviceRecord: Codable, Equatable, Sendable {
  /// Is raised if a field changes its meaning or goes.
  ///
  /// A record of a later version is not read. Version 1 had ``unfinished`` among the purchases.
  static let currentVersion = 2

  var version = DeviceRecord.currentVersion
  var account: String
  var device: StoreDevice
  var token: String
  /// The pinned root, DER.
  var rootCertificate: Data
  var bundleID: String
  /// The store's time of its last answer; everything below but the orders, the promotions and the reviews
  /// belongs to its epoch.
  var time: StoreTime
  /// The machine's date of that answer.
  var heardAt: Date
  /// The last update that was taken, never ahead of ``purchases``; `nil` before the first.
  var cursor: Int64?
  var storefront: StoreStorefront?
  var purchases: CustomerPurchases?
  /// This device's own purchases that are not finished, oldest first, for when it is offline.
  ///
  /// At most ``StoreAPI/UnfinishedPage/limit``. What the store delivers is not kept.
  var unfinished: [KeptTransaction]?
  /// The newest transaction that this device has received, in any epoch of the store.
  ///
  /// `nil` in files of earlier versions; see ``newestTransaction``.
  var newest: KeptTransaction?
  /// The customer's download of the app, as compact JWS; `nil` until it has been asked for.
  var appTransaction: String?
  /// The products as they were last received, for display only.
  var products: [StoreProduct] = []
  var orders: [OpenOrder] = []
  /// What the app has changed about its promoted products; `nil` if nothing.
  var promotions: PromotionOverride?
  /// How often the customer was asked for a rating of the app; `nil` if never.
  var reviews: ReviewPrompts?

  /// The names in the file, which must not change.
  private enum CodingKeys: String, CodingKey {
    case version, account, device, token, rootCertificate, bundleID, time, heardAt, cursor
    case storefront, unfinished, newest, appTransaction, products, orders, promotions, reviews
    case purchases = "holdings"
  }

  /// Removes everything that belongs to another epoch of the store, except the orders: the store says
  /// what became of each.
  ///
  /// If another copy of the app has done so already, what it has kept since stays.
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

  /// Takes purchases, and how far the updates were followed, in one write.
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
    // The purchases may have the newest that a file of an earlier version has.
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
