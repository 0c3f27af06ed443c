import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// What a device takes for an answer, for every route of the table.
@Suite struct AnswerSchemaTests {
  /// A shape that a store sends, with a name for messages.
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: Schema

    /// An answer with every optional field.
    func sample(_ seed: UInt64) -> JSON {
      var sampler = SchemaSampler(random: SeededGenerator(seed: seed), isComplete: true)
      return sampler.value(schema)
    }
  }

  private static let json = Route.all.filter { $0.format == .json || $0.format == .events }

  static let shapes =
    json.map { Shape(testDescription: $0.operation, schema: $0.output) }
    + json.compactMap { route in
      route.progress.map { Shape(testDescription: "progress of \(route.operation)", schema: $0) }
    }
    + StoreErrorCode.allCases.map { Shape(testDescription: $0.rawValue, schema: $0.schema) }
    + RequestError.Code.allCases.map { Shape(testDescription: $0.rawValue, schema: $0.schema) }

  private static func check(_ json: JSON, _ shape: Shape) throws {
    try shape.schema.check(ParsedJSON(json.text.utf8), of: .answer)
  }

  @Test(arguments: shapes)
  func `an answer of the documented shape is taken`(shape: Shape) throws {
    for seed in 0..<50 { try Self.check(shape.sample(UInt64(seed)), shape) }
  }

  @Test(arguments: shapes)
  func `fields that are not documented are ignored`(shape: Shape) throws {
    let sample = shape.sample(1)
    for place in 0..<sample.count {
      let longer = sample.changing(at: place) { value in
        guard case .object(let fields) = value else { return value }
        return .object([.init(name: "later", value: .array([.null]))] + fields)
      }
      try Self.check(longer, shape)
    }
  }

  @Test(arguments: shapes)
  func `an answer that lacks a documented field is refused`(shape: Shape) {
    let sample = shape.sample(2)
    let demanded = shape.schema.requiredNames
    for place in 0..<sample.count {
      for name in demanded {
        let shorter = sample.changing(at: place) { value in
          guard case .object(let fields) = value else { return value }
          return .object(fields.filter { $0.name != name })
        }
        guard shorter != sample, !shape.schema.hasOptional(name) else { continue }
        #expect(throws: SchemaMismatchError.self, "without \(name)") {
          try Self.check(shorter, shape)
        }
      }
    }
  }

  @Test(arguments: shapes)
  func `a value of another type is refused, wherever it is`(shape: Shape) {
    let sample = shape.sample(3)
    for place in 0..<sample.count {
      let wrong = sample.changing(at: place) { $0.ofAnotherType }
      #expect(throws: SchemaMismatchError.self, "\(wrong.text)") { try Self.check(wrong, shape) }
    }
  }

  @Test(arguments: shapes)
  func `an answer that ends too early is refused`(shape: Shape) {
    let text = shape.sample(4).text
    for length in stride(from: 0, to: text.utf8.count, by: text.utf8.count / 100 + 1) {
      #expect(throws: JSONError.notJSON) { try ParsedJSON(text.utf8.prefix(length)) }
    }
  }

  @Test(
    arguments: [
      (Schema.name, #""../../other""#), (.name, #""\u002e\u002e""#), (.name, #""""#),
      (.token, #""a\r\nX: 1""#), (.token, #""""#), (.transactionID, #""-1""#), (.jws, #""a.b""#),
      (.jws, #""a.b.c.d""#), (.jws, #""a..c""#), (.jws, #""a.b.c d""#), (.period, #""P0D""#),
      (.period, #""P10001Y""#), (.uuid, #""1""#), (.whole, "-1"), (.whole, "9007199254740992"),
      (.whole, "1.5"), (.whole, "1e400"), (.date, "253402300800000"), (.amount, "-0.01"),
      (.amount, "1e13"), (.periods, "10001"), (.number, "1e400"), (.boolean, "0"),
      (.numberChoice([1, 2]), "3"), (.choice(["a"]), #""b""#),
      (.array(.boolean, atMost: 1), "[true,true]"),
      (.object(nil), "[]"), (.string, "7"), (.nullable(.boolean), "0"),
    ] as [(Schema, String)])
  func `a value out of the bounds of its schema is refused`(schema: Schema, json: String) throws {
    let json = try ParsedJSON(json.utf8)
    #expect(throws: SchemaMismatchError.self) { try schema.check(json, of: .answer) }
  }

  @Test(
    arguments: [
      (Schema.whole, "1.0"), (.whole, "1e3"), (.name, #""device-1""#), (.name, #""device\u002d1""#),
      (.amount, "0"), (.amount, "0.99"), (.date, "-62135769600000"), (.period, #""P10000D""#),
      (.nullable(.boolean), "null"), (.object(nil, ["a": .boolean]), #" { "\u0061" : true } "#),
      (.array(.boolean), " [ ] "),
    ] as [(Schema, String)])
  func `a value is taken however its JSON is written`(schema: Schema, json: String) throws {
    try schema.check(ParsedJSON(json.utf8), of: .answer)
  }

  @Test func `the reason leads to the field, in this program's words`() {
    let list = #"{"value":[{"id":"\u001b[2J","registrationDate":0,"verificationID":"x"}]}"#
    let mismatch = #expect(throws: SchemaMismatchError.self) {
      try AccountEndpoints.devices.route.output.check(ParsedJSON(list.utf8), of: .answer)
    }

    #expect(
      mismatch?.description
        == "value.0.id: this is not a name that an account or a device can have")
  }

  @Test func `formats are compared as their patterns say`() throws {
    var random = SeededGenerator(seed: 9)
    let parts = ["a", "Z", "0", "9", "-", "_", ".", "@", " ", "é", "P", "D", "10000", "\n", ""]
    for format in TextFormat.allCases {
      guard let pattern = format.pattern else { continue }
      let expression = try Regex(pattern)
      for _ in 0..<2_000 {
        let text = (0..<random.roll(6)).map { _ in parts[random.roll(parts.count)] }.joined()
        let matches = text.wholeMatch(of: expression) != nil
        let found = Array(text.utf8).withUnsafeBytes { format.matches($0) }
        #expect(found == matches, "\(format): '\(text)'")
      }
    }
  }
}

extension JSON {
  /// A value of a type that no schema allows instead of this one.
  fileprivate var ofAnotherType: JSON {
    switch self {
    case .object, .array: .boolean(true)
    default: .object([.init(name: "none", value: .null)])
    }
  }
}

extension Schema {
  /// The names of the fields that some object in this shape must have.
  fileprivate var requiredNames: Set<String> {
    switch self {
    case .record(let record):
      record.fields.reduce(into: Set(record.required.keys)) { $0.formUnion($1.requiredNames) }
    case .oneOf(_, let schemas, _): schemas.reduce(into: []) { $0.formUnion($1.requiredNames) }
    case .array(let schema, _), .nullable(let schema): schema.requiredNames
    default: []
    }
  }

  /// Whether some object in this shape may lack a field of this name.
  fileprivate func hasOptional(_ name: String) -> Bool {
    switch self {
    case .record(let record):
      record.optional[name] != nil || record.fields.contains { $0.hasOptional(name) }
    case .oneOf(_, let schemas, let isOpen):
      schemas.contains { $0.hasOptional(name) || isOpen && $0.requiredNames.contains(name) }
    case .array(let schema, _), .nullable(let schema): schema.hasOptional(name)
    default: false
    }
  }
}

extension Schema.Record {
  fileprivate var fields: [Schema] { Array(required.values) + optional.values }
}
