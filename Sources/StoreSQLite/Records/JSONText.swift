import Foundation
import StoreAPI

/// A value in a column of JSON text.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.payload.encode(value), as: UTF8.self)
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    try JSONDecoder.payload.decode(type, from: Data(text.utf8))
  }
}

/// A row whose contents no version of the store can have written.
struct DamagedRow: Error, CustomStringConvertible {
  let table: String
  let column: String

  var description: String { "the table '\(table)' has a row with a damaged '\(column)'" }
}
