import AppStorePayloads
package import Foundation
import StoreAPI

extension SchemaCodable {
  /// Decodes what a store has sent, if it has the documented shape.
  ///
  /// Fields that are not documented are ignored: a newer store may have added them. Everything else
  /// is checked against the schema, including the formats of text and the bounds of numbers.
  ///
  /// - Throws: ``SchemaMismatch`` for the first part that is not as documented, and `DecodingError` for
  ///   text that is of the documented form but has no meaning.
  package static func received(_ data: Data) throws -> Self {
    try schema.check(answer: data)
    return try JSONDecoder.payload.decode(Self.self, from: data)
  }
}

extension Schema {
  /// Compares JSON with the shape, and ignores fields that are not in it.
  ///
  /// It reads the bytes once and makes no values, so that a device can check every answer.
  ///
  /// - Throws: ``SchemaMismatch`` for the first part that is not as documented.
  package func check(answer data: Data) throws(SchemaMismatch) {
    try JSONCursor.reading(data) { (cursor) throws(SchemaMismatch) in try check(&cursor) }
  }

  private func check(_ cursor: inout JSONCursor) throws(SchemaMismatch) {
    switch self {
    case .text(let format): try format.check(try cursor.text())
    case .boundedInteger(let range): try cursor.integer(in: range)
    case .number: _ = try cursor.decimal()
    case .amount: try cursor.amount()
    case .boolean: try cursor.truth()
    case .array(let element, let limit): try element.check(all: &cursor, atMost: limit)
    case .choice(let names): try cursor.choice(of: names)
    case .openChoice: _ = try cursor.text()
    case .numberChoice(let numbers): try cursor.choice(of: numbers)
    case .record(let record): try record.check(&cursor)
    case .oneOf(let name, let schemas, let isOpen):
      try Self.check(&cursor, oneOf: schemas, name, isOpen: isOpen)
    case .nullable(let schema):
      if try cursor.kind() == .null { try cursor.null() } else { try schema.check(&cursor) }
    }
  }

  private func check(all cursor: inout JSONCursor, atMost limit: Int?) throws(SchemaMismatch) {
    guard try cursor.kind() == .array else { throw SchemaMismatch("this is not a list") }
    try cursor.array { (cursor, index) throws(SchemaMismatch) in
      if let limit, index >= limit {
        throw SchemaMismatch("this list has more than \(limit) items")
      }
      do throws(SchemaMismatch) { try check(&cursor) } catch { throw error.inside("\(index)") }
    }
  }
}

// MARK: - Objects

extension Schema.Record {
  fileprivate func check(_ cursor: inout JSONCursor) throws(SchemaMismatch) {
    guard try cursor.kind() == .object else { throw SchemaMismatch("this is not an object") }
    var missing = required.count
    var found: Set<String> = []
    try cursor.object { (cursor, text) throws(SchemaMismatch) in
      let name = text.string
      let demanded = required[name]
      guard let schema = demanded ?? optional[name] else { return try cursor.skip() }
      guard found.insert(name).inserted else { throw SchemaMismatch.twice.inside(name) }
      if demanded != nil { missing -= 1 }
      do throws(SchemaMismatch) { try schema.check(&cursor) } catch { throw error.inside(name) }
    }
    guard missing > 0 else { return }
    let name = required.keys.sorted().first { !found.contains($0) } ?? ""
    throw SchemaMismatch("this is missing").inside(name)
  }
}

extension Schema {
  /// An object must have the fields of exactly one form, and fit it; if `isOpen`, it may have those of
  /// none.
  ///
  /// An object with the fields of two forms is refused even if only one of them fits: a type that is
  /// decoded from it could take the other one.
  private static func check(
    _ cursor: inout JSONCursor, oneOf schemas: [Schema], _ name: String, isOpen: Bool
  ) throws(SchemaMismatch) {
    let start = cursor
    let names = try cursor.names()
    let candidates = schemas.filter { $0.isPossible(for: names) }
    if isOpen, candidates.isEmpty, names != nil { return }
    guard candidates.count == 1 else {
      throw SchemaMismatch("this is not one of the forms of \(name)")
    }
    cursor = start
    try candidates[0].check(&cursor)
  }

  /// Whether an object with these fields, or a value that is not an object, may have this shape.
  private func isPossible(for names: Set<String>?) -> Bool {
    guard case .record(let record) = self else { return names == nil }
    return names.map { record.required.keys.allSatisfy($0.contains) } ?? false
  }
}
