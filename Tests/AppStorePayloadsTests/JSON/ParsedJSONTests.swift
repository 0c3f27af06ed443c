import AppStorePayloads
import Foundation
import Testing

@Suite struct ParsedJSONTests {
  @Test(arguments: [
    "", " ", "{", "[", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{1:2}", "{}}",
    "tru", "True", "nul", "NaN", "'a'", "true false", "01", "-", "+1", "1.", ".5", "1e", "1e+",
    "0x1",
    "\"a", "\"a\\\"", "\"a\\", "\"\t\"", "\"\n\\n\"", "\"\\x\"", "\"\\u00\"", "\"\\ud800\"",
    String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
    String(repeating: "[", count: 100_000), "\u{0}", "\"\u{0}\"",
  ])
  func `text that is not JSON is refused`(text: String) {
    #expect(throws: JSONError.notJSON) { try ParsedJSON(text.utf8) }
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], JSONError.byteOrderMark),
      ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], .notJSON), ([0x7B, 0x00, 0x7D, 0x00], .notJSON),
      ([0x22, 0x00, 0x61, 0x00, 0x22, 0x00], .notJSON), ([0x22, 0xFF, 0x22], .notUTF8),
      ([0x22, 0xC0, 0x80, 0x22], .notUTF8), ([0x22, 0xED, 0xA0, 0x80, 0x22], .notUTF8),
      ([0x22, 0x5C, 0x6E, 0xE2, 0x82, 0x22], .notUTF8),
    ] as [([UInt8], JSONError)])
  func `bytes that are not UTF-8, or begin with a byte order mark, are refused`(
    bytes: [UInt8], error: JSONError
  ) {
    #expect(throws: error) { try ParsedJSON(bytes) }
  }

  @Test(arguments: [
    #"{"a":1,"a":2}"#, #"{"b":1,"a":2,"b":3}"#, #"{"a":1,"\u0061":2}"#, #"[{"c":{"é":1,"é":1}}]"#,
  ])
  func `a name that is repeated in an object is refused`(text: String) {
    #expect(throws: JSONError.repeatedName) { try ParsedJSON(text.utf8) }
  }

  @Test(arguments: [
    "\"\"", "\"é🚗\"", #""\"\\\/\b\f\n\r\té🚗""#, #""\\\\n\\\"a\/\/""#,
    #""\"\\\/\b\f\n\r\t\u0041\ud83d\ude97é""#, "\"\u{7F}\"", "\"a.b_c-9\"",
  ])
  func `a string is what Foundation reads`(text: String) throws {
    let expected = try JSONDecoder.payload.decode(String.self, from: Data(text.utf8))

    #expect(try ParsedJSON(text.utf8).decode(String.self) == expected)
  }

  @Test(arguments: [
    "0", "-0", "7", "-7.5", "1e3", "1.0", "0.1", "1E-2", "9007199254740993", "1e19",
  ])
  func `a number is what Foundation reads, in each type`(text: String) throws {
    func check<Number: Decodable & Equatable>(_ type: Number.Type) throws {
      let expected = try? JSONDecoder.payload.decode(type, from: Data(text.utf8))
      #expect((try? ParsedJSON(text.utf8).decode(type)) == expected, "\(type)")
    }
    try check(Int.self)
    try check(Int8.self)
    try check(UInt64.self)
    try check(Double.self)
    try check(Decimal.self)
  }

  private struct Everything: Codable, Equatable {
    enum Choice: Codable, Equatable {
      case first
      case second(id: UUID, Date)
    }

    var choices: [Choice]
    var table: [String: [Decimal?]]
    var data: Data
    var absent: String?
    var null: Int?
    var isOn: Bool
    var inner: [[Milli]]

    struct Milli: Codable, Equatable {
      var value: Int64
    }
  }

  private static let everything = #"""
     { "choices" : [ { "first" : { } } ,
       {"second":{"id":"A1000000-0000-4000-8000-00000000000A","_1":1781524800000}}],
       "table": {"b": [1.99, null], "a": []}, "data": "AAEC", "null": null, "isOn": true,
       "later": [{}, [[null]]], "inner": [[], [{"value": -1}, {"value": 2.0}]] }
    """#

  @Test func `a value of any shape is what Foundation's decoder reads`() throws {
    let text = Data(Self.everything.utf8)

    #expect(
      try ParsedJSON(text).decode(Everything.self)
        == JSONDecoder.payload.decode(Everything.self, from: text))
  }

  @Test(arguments: [
    ("1781524800000", "-1e300", "choices.1.second._1"), ("A1000000", "none", "choices.1.second.id"),
    ("\"AAEC\"", "\"?\"", "data"), ("[]}, \"data", "[true]}, \"data", "table.a.0"),
    ("-1", "null", "inner.1.0.value"), ("true", "1", "isOn"), ("\"isOn\"", "\"off\"", ""),
  ])
  func `an error of decoding leads to the value`(old: String, new: String, path: String) throws {
    let json = try ParsedJSON(Self.everything.replacing(old, with: new).utf8)
    let error = #expect(throws: DecodingError.self) { try json.decode(Everything.self) }

    #expect(error?.path == path)
  }

  @Test(arguments: [TransactionPayload.car, .plan, .car.bound(to: .beta)])
  func `a transaction is read as the store has written it`(payload: TransactionPayload) throws {
    let json = try ParsedJSON(JSONEncoder.payload.encode(payload))

    #expect(try json.decode(TransactionPayload.self) == payload)
  }

  @Test(arguments: [RenewalInfoPayload.ended, .full])
  func `renewal info is read as the store has written it`(payload: RenewalInfoPayload) throws {
    let json = try ParsedJSON(JSONEncoder.payload.encode(payload))

    #expect(try json.decode(RenewalInfoPayload.self) == payload)
  }

  /// One changed character may make a payload invalid, or valid with another value.
  @Test func `a changed payload is read exactly if Foundation's decoder reads it`() throws {
    let json = Array(try JSONEncoder.payload.encode(TransactionPayload.plan))
    var read = 0
    for index in json.indices {
      for character in "\"\\{}[],:0-9.tnaZ é".utf8 {
        var altered = json
        altered[index] = character
        let payload = try? ParsedJSON(altered).decode(TransactionPayload.self)
        let expected = try? JSONDecoder.payload.decode(
          TransactionPayload.self, from: Data(altered))
        // Foundation does not look at the bytes of a name that nothing asks for.
        guard String(validating: altered, as: UTF8.self) != nil || payload != nil else { continue }
        if payload != nil { read += 1 }
        #expect(payload == expected, "\(String(decoding: altered, as: UTF8.self))")
      }
    }
    #expect(read > 1_000)
  }

  @Test func `a date outside the years 1 to 9999 is refused`() throws {
    let late = try text(TransactionPayload.car).replacing("1781524800000", with: "253402300800000")

    #expect(throws: DecodingError.self) {
      try ParsedJSON(late.utf8).decode(TransactionPayload.self)
    }
  }
}

extension DecodingError {
  fileprivate var path: String {
    let path =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: [any CodingKey]()
      }
    return path.map(\.stringValue).joined(separator: ".")
  }
}
