import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreEngine
import Synchronization

/// The only row of the table `store`.
struct StoreRow: StoreRecord {
  static let table = Table<StoreRow>(
    "store", key: ["id"],
    columns: [
      "id": { _ in 1 },
      "bundle_id": { $0.settings.bundleID },
      "root_hash": { $0.settings.rootHash },
      "storefront": { $0.settings.storefront },
      "locale": { $0.settings.locale },
      "rules": { try JSONText.encode($0.settings.rules) },
      "clock_offset": { $0.clockOffset },
      "frozen_at": { $0.frozenAt?.millisecondsSince1970 },
      "last_now": { $0.settings.lastNow.millisecondsSince1970 },
      "epoch": { $0.settings.epoch },
      "clock_generation": { $0.settings.generation },
      "first_number": { Int64(clamping: $0.settings.numbers.first) },
      "seed": { $0.settings.seed.map { Int64(bitPattern: $0) } },
      "simulated_errors": { try $0.simulatedErrors },
      "shared_secret": { $0.settings.sharedSecret },
      "environment": { $0.settings.environment },
    ])

  private let settings: StoreSettings

  init(_ settings: StoreSettings) { self.settings = settings }

  /// In milliseconds.
  private var clockOffset: Int64? {
    guard case .running(let offset) = settings.clock else { return nil }
    return Int64(clamping: (offset * 1000).rounded())
  }

  /// JSON; `nil` without simulated errors.
  private var simulatedErrors: String? {
    get throws {
      settings.simulatedErrors.isEmpty ? nil : try JSONText.encode(settings.simulatedErrors)
    }
  }

  private var frozenAt: Date? {
    guard case .frozen(let date) = settings.clock else { return nil }
    return date
  }

  /// Writes only the clock and the latest time, which nearly every decision changes.
  ///
  /// The other columns have JSON, which would be encoded again each time.
  func updateClock(_ db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE store SET clock_offset = ?, frozen_at = ?, last_now = ? WHERE id = 1"
    ).execute(
      arguments: [
        clockOffset, frozenAt?.millisecondsSince1970, settings.lastNow.millisecondsSince1970,
      ])
  }

  static func settings(_ db: Database) throws -> StoreSettings? {
    try fetchOne(db.cachedStatement(sql: "SELECT * FROM store"))?.settings
  }

  /// Returns the settings of a store that was created.
  static func existing(_ db: Database) throws -> StoreSettings {
    try settings(db).required("id", of: Self.self)
  }
}

extension StoreRow {
  init(row: CheckedRow) throws {
    settings = StoreSettings(
      bundleID: try row.decode(forColumn: "bundle_id"),
      rootHash: try row.decode(forColumn: "root_hash"),
      storefront: try row.decode(forColumn: "storefront"),
      locale: try row.decode(forColumn: "locale"),
      rules: try Self.lastRules.rules(row), clock: try Self.clock(row),
      lastNow: try row.date("last_now"), epoch: try row.number("epoch"),
      generation: try row.number("clock_generation"),
      numbers: try Self.numbers(row),
      seed: try row.numberIfPresent("seed", in: .min ... .max).map { UInt64(bitPattern: $0) },
      simulatedErrors: try JSONText.decodeIfPresent(row, of: Self.self, "simulated_errors") ?? [:],
      sharedSecret: try row.decode(String?.self, forColumn: "shared_secret"),
      environment: try row.decode(forColumn: "environment"))
  }

  private static let lastRules = LastRules()

  private static func numbers(_ row: CheckedRow) throws -> TransactionNumbers {
    TransactionNumbers(first: try row.number("first_number", in: 0...Int64.max))
  }

  /// In milliseconds: from any date to any other.
  private static let offsets: ClosedRange<Int64> = {
    let dates = Date.payloadMilliseconds
    return dates.lowerBound - dates.upperBound...dates.upperBound - dates.lowerBound
  }()

  private static func clock(_ row: CheckedRow) throws -> StoreClock {
    if let date = try row.dateIfPresent("frozen_at") { return .frozen(at: date) }
    let offset: Int64 = try row.number("clock_offset", in: offsets)
    return .running(offset: TimeInterval(offset) / 1000)
  }
}

/// The rules that were read last, with their JSON.
///
/// Every request and every write reads the settings, and decoding the rules takes most of that time.
/// They change only when the operator changes them, so they are decoded only if their JSON has changed.
private final class LastRules: Sendable {
  private let last = Mutex<(text: String, rules: StoreRules)?>(nil)

  /// Returns the rules of a row of the table `store`.
  ///
  /// - Throws: As ``JSONText/decode(_:of:_:)``.
  func rules(_ row: CheckedRow) throws -> StoreRules {
    let text = try row.decode(String.self, forColumn: "rules")
    if let last = last.withLock({ $0 }), last.text.hasSameBytes(as: text) {
      return last.rules
    }
    let rules: StoreRules = try JSONText.decode(row, of: StoreRow.self, "rules")
    last.withLock { $0 = (text, rules) }
    return rules
  }
}

extension String {
  /// Whether both have the same UTF-8: two strings with different bytes can be equal.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    var (one, two) = (self, other)
    return one.withUTF8 { bytes in
      two.withUTF8 { others in
        guard bytes.count == others.count else { return false }
        guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
        return memcmp(start, other, bytes.count) == 0
      }
    }
  }
}

/// A row of the table `catalogue`.
struct CatalogueRow: StoreRecord {
  static let table = Table<CatalogueRow>(
    "catalogue", key: ["version"],
    columns: [
      "version": { $0.value.version },
      "valid_from": { $0.value.validFrom.millisecondsSince1970 },
      "body": { try JSONText.encode($0.value.catalogue) },
      "file_digest": { $0.value.fileDigest },
    ])

  let value: CatalogueVersion

  init(_ version: CatalogueVersion) { value = version }
}

extension CatalogueRow {
  init(row: CheckedRow) throws {
    value = CatalogueVersion(
      version: try row.number("version"), validFrom: try row.date("valid_from"),
      catalogue: try JSONText.decode(row, of: Self.self, "body"),
      fileDigest: try row.decode(String?.self, forColumn: "file_digest"))
  }
}
