import AppStorePayloads
import Foundation
import GRDB
import StoreEngine

/// A row whose values are checked as they are read: a file may be damaged, or written by hand.
///
/// Code that uses it never sees a number that no version of the store writes, so it can add and
/// convert. Each method throws ``DamagedRowError``, with the column's name, for a value of another kind
/// or out of bounds.
struct CheckedRow {
  let table: String
  private let row: Row

  init(_ row: Row, of table: String) {
    self.row = row
    self.table = table
  }

  /// The bounds of counts, and of numbers that only grow: the whole numbers that every JSON reader
  /// represents exactly.
  static let whole: ClosedRange<Int64> = 0...9_007_199_254_740_991

  private func damage(_ column: String) -> DamagedRowError {
    DamagedRowError(table: table, column: column)
  }

  private func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
    guard let value = try present(column) as Value? else { throw damage(column) }
    return value
  }

  /// GRDB would convert an optional value by code for any type, several times as slowly.
  private func present<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
    let stored = try stored(column)
    guard !stored.isNull else { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw damage(column) }
    return value
  }

  private func stored(_ column: String) throws -> DatabaseValue {
    do {
      return try row.decode(DatabaseValue.self, forColumn: column)
    } catch {
      throw damage(column)
    }
  }
}

// MARK: - Texts, bytes, choices and Booleans

extension CheckedRow {
  func decode(_ type: String.Type = String.self, forColumn column: String) throws -> String {
    try value(column)
  }

  func decode(_ type: String?.Type = String?.self, forColumn column: String) throws -> String? {
    try present(column)
  }

  func decode(_ type: Data.Type = Data.self, forColumn column: String) throws -> Data {
    try value(column)
  }

  func decode(_ type: Bool.Type = Bool.self, forColumn column: String) throws -> Bool {
    try value(column)
  }

  func decode<Choice: DatabaseValueConvertible & RawRepresentable>(
    _ type: Choice.Type = Choice.self, forColumn column: String
  ) throws -> Choice {
    try value(column)
  }

  func decode<Choice: DatabaseValueConvertible & RawRepresentable>(
    _ type: Choice?.Type = Choice?.self, forColumn column: String
  ) throws -> Choice? {
    try present(column)
  }

  func uuid(_ column: String) throws -> LowercaseUUID {
    guard let uuid = try uuidIfPresent(column) else { throw damage(column) }
    return uuid
  }

  func uuidIfPresent(_ column: String) throws -> LowercaseUUID? {
    guard let text = try decode(String?.self, forColumn: column) else { return nil }
    guard let uuid = UUID(uuidString: text) else { throw damage(column) }
    return LowercaseUUID(uuid)
  }
}

// MARK: - Numbers

extension CheckedRow {
  /// A whole number between the bounds.
  func number<Number: FixedWidthInteger>(
    _ column: String, in bounds: ClosedRange<Int64> = CheckedRow.whole
  ) throws -> Number {
    guard let number: Number = try numberIfPresent(column, in: bounds) else { throw damage(column) }
    return number
  }

  /// A whole number between the bounds, or `nil`.
  func numberIfPresent<Number: FixedWidthInteger>(
    _ column: String, in bounds: ClosedRange<Int64> = CheckedRow.whole
  ) throws -> Number? {
    guard let stored: Int64 = try present(column) else { return nil }
    guard bounds.contains(stored), let number = Number(exactly: stored) else {
      throw damage(column)
    }
    return number
  }

  /// Any number, for values that are only compared and not computed with.
  func key(_ column: String) throws -> Int64 { try number(column, in: .min ... .max) }

  func date(_ column: String) throws -> Date {
    guard let date = try dateIfPresent(column) else { throw damage(column) }
    return date
  }

  func dateIfPresent(_ column: String) throws -> Date? {
    guard let stored: Int64 = try present(column) else { return nil }
    guard let date = Date(payloadMilliseconds: stored) else { throw damage(column) }
    return date
  }

  /// An amount of money: less than a trillion of its currency's units.
  func amount(_ column: String) throws -> Decimal {
    guard let amount = try amountIfPresent(column) else { throw damage(column) }
    return amount
  }

  func amountIfPresent(_ column: String) throws -> Decimal? {
    try numberIfPresent(column, in: 0...1_000_000_000_000_000).map(Decimal.init(milliunits:))
  }

  func transactionID(_ column: String) throws -> TransactionID {
    TransactionID(rawValue: try number(column, in: 0...Int64.max))
  }

  func customer(_ column: String) throws -> CustomerNumber {
    CustomerNumber(rawValue: try number(column, in: CustomerNumber.all))
  }

  func customerIfPresent(_ column: String) throws -> CustomerNumber? {
    try numberIfPresent(column, in: CustomerNumber.all).map(CustomerNumber.init(rawValue:))
  }
}

extension Row {
  /// Returns a value of the first row of a query, or `nil` if there is no row.
  ///
  /// GRDB's own method copies the row, and a copy compares all column names to find one.
  static func readFirst<Value>(
    _ statement: Statement, arguments: StatementArguments, _ read: (Row) throws -> Value
  ) throws -> Value? {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    // The row has its values only as long as its cursor exists.
    defer { withExtendedLifetime(rows) {} }
    guard let row = try rows.next() else { return nil }
    return try read(row)
  }
}

extension CustomerNumber {
  /// Reads the customers in a column of a query.
  static func fetchAll(
    _ statement: Statement, _ arguments: StatementArguments = [], column: String = "customer"
  ) throws -> [CustomerNumber] {
    try Row.fetchAll(statement, arguments: arguments).map {
      try CheckedRow($0, of: "customer").customer(column)
    }
  }
}
