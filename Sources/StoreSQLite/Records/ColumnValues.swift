import Foundation
import GRDB
import StoreAPI

// Columns hold the raw values of signed payloads.
extension ProductType: DatabaseValueConvertible {}
extension TransactionReason: DatabaseValueConvertible {}
extension OfferType: DatabaseValueConvertible {}
extension OfferDiscountType: DatabaseValueConvertible {}
extension RevocationReason: DatabaseValueConvertible {}
extension RevocationType: DatabaseValueConvertible {}
extension ExpirationIntent: DatabaseValueConvertible {}

extension Row {
  func transactionID(_ column: String) throws -> TransactionID {
    TransactionID(rawValue: UInt64(try decode(Int64.self, forColumn: column)))
  }

  func date(_ column: String) throws -> Date {
    Date(millisecondsSince1970: try decode(forColumn: column))
  }

  func dateIfPresent(_ column: String) throws -> Date? {
    try decode(Int64?.self, forColumn: column).map(Date.init(millisecondsSince1970:))
  }

  func amount(_ column: String) throws -> Decimal {
    Decimal(milliunits: try decode(forColumn: column))
  }

  func amountIfPresent(_ column: String) throws -> Decimal? {
    try decode(Int64?.self, forColumn: column).map(Decimal.init(milliunits:))
  }

  func uuidIfPresent(_ column: String) throws -> LowercaseUUID? {
    try decode(String?.self, forColumn: column).flatMap(UUID.init(uuidString:))
      .map(LowercaseUUID.init)
  }
}
