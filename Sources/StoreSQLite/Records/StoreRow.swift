import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// The only row of the table `store`.
struct StoreRow: StoreRecord {
  static let table = Table(
    "store", key: ["id"],
    columns: [
      "id", "bundle_id", "root_hash", "storefront", "locale", "pace", "clock_offset", "frozen_at",
      "last_now", "epoch", "seed", "renewal_limit",
    ])

  var id = 1
  var bundleId: String
  var rootHash: Data
  var storefront: String
  var locale: String
  var pace: Int
  var clockOffset: Int64?
  var frozenAt: Int64?
  var lastNow: Int64
  var epoch: Int
  var seed: Int64?
  var renewalLimit: Int

  init(_ settings: StoreSettings) {
    bundleId = settings.bundleID
    rootHash = settings.rootHash
    storefront = settings.storefront
    locale = settings.locale
    pace = settings.pace.rawValue
    switch settings.clock {
    case .running(let offset): clockOffset = Int64((offset * 1000).rounded())
    case .frozen(let date): frozenAt = date.millisecondsSince1970
    }
    lastNow = settings.lastNow.millisecondsSince1970
    epoch = settings.epoch
    seed = settings.seed.map { Int64(bitPattern: $0) }
    renewalLimit = settings.renewalLimit
  }

  func settings() throws -> StoreSettings {
    guard let pace = Pace(rawValue: pace) else {
      throw DamagedRow(table: Self.databaseTableName, column: "pace")
    }
    return StoreSettings(
      bundleID: bundleId, rootHash: rootHash, storefront: storefront, locale: locale, pace: pace,
      clock: clock, lastNow: Date(millisecondsSince1970: lastNow), epoch: epoch,
      seed: seed.map { UInt64(bitPattern: $0) }, renewalLimit: renewalLimit)
  }

  private var clock: StoreClock {
    if let frozenAt { return .frozen(at: Date(millisecondsSince1970: frozenAt)) }
    return .running(offset: TimeInterval(clockOffset ?? 0) / 1000)
  }

  static func settings(_ db: Database) throws -> StoreSettings? {
    try fetchOne(db.cachedStatement(sql: "SELECT * FROM store"))?.settings()
  }

  /// The settings of a store that has been made.
  static func existing(_ db: Database) throws -> StoreSettings {
    guard let settings = try settings(db) else {
      throw DamagedRow(table: databaseTableName, column: "id")
    }
    return settings
  }
}

extension StoreRow {
  init(row: Row) throws {
    id = try row.decode(forColumn: "id")
    bundleId = try row.decode(forColumn: "bundle_id")
    rootHash = try row.decode(forColumn: "root_hash")
    storefront = try row.decode(forColumn: "storefront")
    locale = try row.decode(forColumn: "locale")
    pace = try row.decode(forColumn: "pace")
    clockOffset = try row.decode(forColumn: "clock_offset")
    frozenAt = try row.decode(forColumn: "frozen_at")
    lastNow = try row.decode(forColumn: "last_now")
    epoch = try row.decode(forColumn: "epoch")
    seed = try row.decode(forColumn: "seed")
    renewalLimit = try row.decode(forColumn: "renewal_limit")
  }

  var arguments: StatementArguments {
    [
      id, bundleId, rootHash, storefront, locale, pace, clockOffset, frozenAt, lastNow, epoch,
      seed, renewalLimit,
    ]
  }
}

/// A row of the table `catalogue`.
struct CatalogueRow: StoreRecord {
  static let table = Table(
    "catalogue", key: ["version"],
    columns: ["version", "valid_from", "body"])

  var version: Int
  var validFrom: Int64
  var body: String

  init(_ version: CatalogueVersion) throws {
    self.version = version.version
    validFrom = version.validFrom.millisecondsSince1970
    body = try JSONText.encode(version.catalogue)
  }

  func value() throws -> CatalogueVersion {
    CatalogueVersion(
      version: version, validFrom: Date(millisecondsSince1970: validFrom),
      catalogue: try JSONText.decode(body, of: Self.self, "body"))
  }
}

extension CatalogueRow {
  init(row: Row) throws {
    version = try row.decode(forColumn: "version")
    validFrom = try row.decode(forColumn: "valid_from")
    body = try row.decode(forColumn: "body")
  }

  var arguments: StatementArguments { [version, validFrom, body] }
}
