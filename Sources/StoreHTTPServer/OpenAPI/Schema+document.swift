import StoreAPI
import StoreHTTP

extension Schema {
  /// The shape in JSON Schema 2020-12; a named shape is a reference to the components.
  var document: JSONValue {
    switch self {
    case .record(let record): record.name.map(Self.reference) ?? record.document
    case .oneOf(let name, _, _): Self.reference(name)
    case .array(let element, let count):
      .object(
        ["type": "array", "items": element.document].adding(
          "maxItems", count.map { .integer(Int64($0)) }))
    case .nullable(let schema): ["oneOf": [schema.document, ["type": "null"]]]
    default: plain
    }
  }

  private var plain: JSONValue {
    switch self {
    case .text(let text):
      .object(
        ["type": "string"].adding("format", text.format.map(JSONValue.text))
          .adding("pattern", text.pattern.map(JSONValue.text)))
    case .boundedInteger(let range):
      [
        "type": "integer", "format": "int64", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .number: ["type": "number"]
    case .amount:
      [
        "type": "number", "minimum": .integer(Int64(Self.amounts.lowerBound)),
        "maximum": .integer(Int64(Self.amounts.upperBound)),
      ]
    case .boolean: ["type": "boolean"]
    case .choice(let names), .openChoice(let names):
      ["type": "string", "enum": .list(names.map(JSONValue.text))]
    case .numberChoice(let numbers):
      ["type": "integer", "enum": .list(numbers.map { .integer(Int64($0)) })]
    case .record, .oneOf, .array, .nullable: document
    }
  }

  /// Everything with a name in the shape, itself included, written out.
  var components: [String: JSONValue] {
    switch self {
    case .record(let record):
      record.fields.reduce(record.name.map { [$0: record.document] } ?? [:]) { known, field in
        known.merging(field.components) { $1 }
      }
    case .oneOf(let name, let schemas, _):
      schemas.reduce([name: ["oneOf": .list(schemas.map(\.document))]]) { known, schema in
        known.merging(schema.components) { $1 }
      }
    case .array(let schema, _), .nullable(let schema): schema.components
    case .text, .boundedInteger, .number, .amount, .boolean, .choice, .openChoice, .numberChoice:
      [:]
    }
  }

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": "#/components/schemas/\(name)"]
  }
}

extension Schema.Record {
  fileprivate var fields: [Schema] { Array(required.values) + optional.values }

  /// It may have no other field.
  fileprivate var document: JSONValue {
    let properties = required.merging(optional) { $1 }.mapValues(\.document)
    let names = required.keys.sorted().map(JSONValue.text)
    return .object(
      ["type": "object", "additionalProperties": false].adding(
        "properties", properties.isEmpty ? nil : .object(properties)
      ).adding(
        "required", names.isEmpty ? nil : .list(names)
      ).merging(command?.fields ?? [:]) { $1 })
  }
}

extension Schema.Command {
  fileprivate var fields: [String: JSONValue] {
    [
      "description": .text(summary), "x-result": .text(result),
      "x-refusals": .list(refusals.map { .text($0.rawValue) }),
    ]
  }
}

extension [String: JSONValue] {
  /// The same with one more field, if it has a value.
  func adding(_ name: String, _ value: JSONValue?) -> Self {
    merging(value.map { [name: $0] } ?? [:]) { $1 }
  }
}
