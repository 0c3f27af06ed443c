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

extension TransactionID {
  /// The number in a column; one that no column can have becomes the highest, which the schema refuses
  /// for a new row.
  var column: Int64 { Int64(clamping: rawValue) }
}
