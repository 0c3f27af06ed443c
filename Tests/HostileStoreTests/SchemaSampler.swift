import StoreHTTP
import TestSupport

/// Makes JSON that matches a schema, from a seed.
struct SchemaSampler {
  var random: SeededGenerator
  /// The value of a record's field; `nil` for a random one that the schema allows.
  var known: (_ record: String?, _ field: String) -> JSON? = { _, _ in nil }
  /// Whether every optional field is there and every list has an element.
  var isComplete = false
  /// Signed tokens of a real store.
  var tokens = ["e30.e30.AAAA"]

  mutating func value(_ schema: Schema) -> JSON {
    switch schema {
    case .text(let format): .string(text(format))
    case .boundedInteger(let range): integer(in: range)
    case .number, .amount: .number(["0", "1.99", "49.9", "100"][random.roll(4)])
    case .boolean: .boolean(random.chance(of: 2))
    case .array(let element, let limit): array(of: element, atMost: limit)
    case .choice(let names), .openChoice(let names): .string(names[random.roll(names.count)])
    case .numberChoice(let numbers): .number("\(numbers[random.roll(numbers.count)])")
    case .record(let record): .object(fields(of: record))
    case .oneOf(_, let schemas, _): value(schemas[random.roll(schemas.count)])
    case .nullable(let schema): isComplete || random.chance(of: 2) ? value(schema) : .null
    }
  }

  private mutating func integer(in range: ClosedRange<Int64>) -> JSON {
    // A date is near the fixtures' date.
    let usual: Int64 =
      (range == Self.dates ? 1_768_996_800_000 : 0) + Int64(random.roll(9))
    return .number("\(min(max(usual, range.lowerBound), range.upperBound))")
  }

  private static let dates: ClosedRange<Int64> = -62_135_769_600_000...253_402_300_799_999

  private mutating func array(of element: Schema, atMost limit: Int?) -> JSON {
    let count = isComplete ? 1 : random.roll(min(limit ?? 4, 4))
    return .array((0..<count).map { _ in value(element) })
  }

  private mutating func fields(of record: Schema.Record) -> [JSON.Field] {
    var fields: [JSON.Field] = []
    for (name, schema) in record.required.sorted(by: { $0.key < $1.key }) {
      fields.append(JSON.Field(name: name, value: known(record.name, name) ?? value(schema)))
    }
    for (name, schema) in record.optional.sorted(by: { $0.key < $1.key })
    where isComplete || random.chance(of: 2) {
      fields.append(JSON.Field(name: name, value: known(record.name, name) ?? value(schema)))
    }
    return fields
  }

  private mutating func text(_ format: TextFormat) -> String {
    switch format {
    case .any: ["USD", "car", "en_US", "nonconsumable.car"][random.roll(4)]
    case .uuid: "0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11"
    case .data: "AQID"
    case .jws: tokens[random.roll(tokens.count)]
    case .transactionID, .requestedTransactionID: "\(1_000_000_001 + random.roll(20))"
    case .revision: "r\(random.roll(20))"
    case .duration, .period: "P1M"
    case .name: ["device-1", "device-2", "ann"][random.roll(3)]
    case .token, .deviceToken: String(repeating: "t", count: 43)
    case .password: "open sesame"
    }
  }
}
