import Foundation

/// A value together with the proof that its JSON had exactly the documented shape.
///
/// A decoder ignores unknown fields. But the store must not sell an order and ignore a part of it,
/// so a field that is not documented is refused. Answers are checked by
/// ``SchemaCodable/received(_:)``, which ignores such fields.
package struct Checked<Value: SchemaCodable>: Decodable {
  package let value: Value

  package init(from decoder: any Decoder) throws {
    try Value.schema.check(decoder)
    value = try Value(from: decoder)
  }
}

extension Schema {
  /// Compares JSON with the shape: its kinds, names, choices and bounds.
  ///
  /// The type that decodes a text checks its format.
  ///
  /// - Throws: `DecodingError` for the first part that is not as documented.
  package func check(_ decoder: any Decoder) throws {
    switch self {
    case .text: _ = try decoder.singleValueContainer().decode(String.self)
    case .boundedInteger(let range): try check(decoder, range)
    case .number: _ = try decoder.singleValueContainer().decode(Double.self)
    case .amount: try checkAmount(decoder)
    case .boolean: _ = try decoder.singleValueContainer().decode(Bool.self)
    case .array(let element, let count): try check(decoder, listOf: element, atMost: count)
    case .choice(let names), .openChoice(let names): try check(decoder, names)
    case .numberChoice(let numbers): try check(decoder, numbers)
    case .record(let record): try record.check(decoder)
    case .oneOf(let name, let schemas, _): try check(decoder, oneOf: schemas, name)
    case .nullable(let schema):
      if try !decoder.singleValueContainer().decodeNil() { try schema.check(decoder) }
    }
  }

  private func checkAmount(_ decoder: any Decoder) throws {
    let amount = try decoder.singleValueContainer().decode(Double.self)
    guard Self.amounts.contains(amount) else { throw decoder.issue("the amount is out of bounds") }
  }

  private func check(_ decoder: any Decoder, _ range: ClosedRange<Int64>) throws {
    let number = try decoder.singleValueContainer().decode(Int64.self)
    guard range.contains(number) else { throw decoder.issue("\(number) is out of bounds") }
  }

  private func check<Choice: Decodable & Equatable>(
    _ decoder: any Decoder, _ choices: [Choice]
  ) throws {
    let value = try decoder.singleValueContainer().decode(Choice.self)
    guard choices.contains(value) else {
      throw decoder.issue("this is not one of the choices")
    }
  }

  private func check(_ decoder: any Decoder, listOf element: Schema, atMost count: Int?) throws {
    var container = try decoder.unkeyedContainer()
    if let count, let found = container.count, found > count {
      throw decoder.issue("this list has \(found) items, and the limit is \(count)")
    }
    while !container.isAtEnd { try element.check(container.superDecoder()) }
  }

  private func check(_ decoder: any Decoder, oneOf schemas: [Schema], _ name: String) throws {
    let fitting = schemas.filter { schema in (try? schema.check(decoder)) != nil }
    if fitting.isEmpty, let named = schemas.first(where: { $0.isNamed(by: decoder) }) {
      try named.check(decoder)
    }
    guard fitting.count == 1 else { throw decoder.issue("this is not one of the forms of \(name)") }
  }
}

extension Schema {
  /// Whether the only field of an object is the one that this shape requires.
  ///
  /// The mistake is then inside that field.
  fileprivate func isNamed(by decoder: any Decoder) -> Bool {
    guard case .record(let record) = self, record.required.count == 1,
      let keys = try? decoder.container(keyedBy: AnyKey.self).allKeys, keys.count == 1
    else { return false }
    return record.required[keys[0].stringValue] != nil
  }
}

extension Schema.Record {
  fileprivate func check(_ decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys {
      guard let schema = required[key.stringValue] ?? optional[key.stringValue] else {
        throw decoder.issue("there is no field '\(key.stringValue)'")
      }
      try schema.check(container.superDecoder(forKey: key))
    }
    for name in required.keys where !container.contains(AnyKey(stringValue: name)) {
      throw decoder.issue("the field '\(name)' is missing")
    }
  }
}

/// Any name of a field.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }
}

extension Decoder {
  fileprivate func issue(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
  }
}
