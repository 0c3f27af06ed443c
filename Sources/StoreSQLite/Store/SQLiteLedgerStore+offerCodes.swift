import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func addOfferCodes(_ codes: [StoredOfferCode], at now: Date) async throws(StoreError) {
    try await write(for: .noCustomer) { db in
      for code in codes {
        guard try db.offerCode(code.code.code) == nil else {
          throw StoreError.offerCodeExists(name: code.code.code)
        }
        try OfferCodeRow(code, at: now).insert(db)
      }
    }
  }

  package func offerCode(_ code: String) async throws(StoreError) -> StoredOfferCode? {
    try await read { db in try db.offerCode(code) }
  }

  package func offerCodes(limit: Int) async throws(StoreError) -> [StoredOfferCode] {
    try await read { db in
      try OfferCodeRow.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM offer_code ORDER BY date DESC, code LIMIT ?"),
        arguments: [limit]
      ).map(\.value)
    }
  }
}

extension Database {
  fileprivate func offerCode(_ code: String) throws -> StoredOfferCode? {
    try OfferCodeRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM offer_code WHERE code = ?"), arguments: [code.argument])?
      .value
  }

  /// Returns how often a code was redeemed, and whether this customer has redeemed it or another code
  /// of its offer; `nil` if there is no such code.
  func use(ofCode code: String, by customer: CustomerNumber) throws -> OfferCodeUse? {
    guard let stored = try offerCode(code)?.code else { return nil }
    let redeemed = try String.fetchSet(
      cachedStatement(sql: LedgerQuery.redeemedCodes),
      arguments: [
        "customer": customer.rawValue, "product": stored.productID.argument,
        "reference": stored.reference.argument,
      ])
    return OfferCodeUse(
      redemptions: stored.redemptions, isOwn: redeemed.contains(code),
      isOfferRedeemed: !redeemed.subtracting([code]).isEmpty)
  }

  /// Records a redemption; the schema refuses a second one by the customer, and one over the limit.
  func redeem(_ code: String, by customer: CustomerNumber) throws {
    try cachedStatement(sql: "INSERT INTO offer_code_redemption (code, customer) VALUES (?, ?)")
      .execute(arguments: [code.argument, customer.rawValue])
    try cachedStatement(sql: "UPDATE offer_code SET redemptions = redemptions + 1 WHERE code = ?")
      .execute(arguments: [code.argument])
  }
}

/// A row of the table `offer_code`.
private struct OfferCodeRow: StoreRecord {
  static let table = Table<OfferCodeRow>(
    "offer_code", key: ["code"],
    columns: [
      "code": { $0.value.code.code },
      "terms": { try JSONText.encode($0.value.terms) },
      "redemption_limit": { $0.value.code.limit },
      "redemptions": { $0.value.code.redemptions },
      "date": { $0.date.millisecondsSince1970 },
    ])

  let value: StoredOfferCode
  /// The date on which it was made.
  let date: Date

  init(_ code: StoredOfferCode, at date: Date) {
    value = code
    self.date = date
  }
}

extension OfferCodeRow {
  init(row: CheckedRow) throws {
    date = try row.date("date")
    var terms: StoredOfferCode.Terms = try JSONText.decode(row, of: Self.self, "terms")
    terms.expirationDate = OfferCodeLifetime(madeDate: date, isCustom: terms.isCustom)
      .end(terms.expirationDate)
    value = StoredOfferCode(
      OfferCode(
        code: try row.decode(forColumn: "code"), productID: terms.productID,
        reference: terms.reference, isCustom: terms.isCustom,
        limit: try row.numberIfPresent("redemption_limit"),
        redemptions: try row.number("redemptions"),
        expirationDate: terms.expirationDate), terms: terms)
  }
}
