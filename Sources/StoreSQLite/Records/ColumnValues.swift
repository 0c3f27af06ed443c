import AppStorePayloads
import Foundation
import GRDB

// Columns hold the raw values of signed payloads.
extension ProductType: DatabaseValueConvertible {}
extension TransactionReason: DatabaseValueConvertible {}
extension OfferType: DatabaseValueConvertible {}
extension OfferDiscountType: DatabaseValueConvertible {}
extension RevocationReason: DatabaseValueConvertible {}
extension RevocationType: DatabaseValueConvertible {}
extension ExpirationIntent: DatabaseValueConvertible {}
extension StoreEnvironment: DatabaseValueConvertible {}

extension TransactionID {
  /// The number in a column; a number that no column can hold becomes the highest, which the schema
  /// refuses for a new row.
  var column: Int64 { Int64(clamping: rawValue) }
}

extension String {
  /// The text as the argument of a statement.
  ///
  /// GRDB passes a text to SQLite only up to its first NUL, which makes it another text. So a text
  /// with a NUL is passed as bytes: they equal no text, and no column for text accepts them.
  var argument: DatabaseValue { hasNUL ? Data(utf8).databaseValue : databaseValue }

  private var hasNUL: Bool {
    var text = self
    return text.withUTF8 { UnsafeRawBufferPointer($0).place(of: 0, from: 0) != nil }
  }
}

extension DatabaseValue {
  /// The value as the argument of a statement; see ``Swift/String/argument``.
  var argument: DatabaseValue {
    if case .string(let text) = storage { text.argument } else { self }
  }
}
