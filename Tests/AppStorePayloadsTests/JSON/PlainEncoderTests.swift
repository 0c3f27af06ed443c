import AppStorePayloads
import Foundation
import Testing

@Suite struct PlainEncoderTests {
  private func check(_ value: some Encodable) throws {
    let (plain, foundation) = (
      try PlainEncoder.encode(value), try JSONEncoder.payload.encode(value)
    )
    #expect(String(decoding: plain, as: UTF8.self) == String(decoding: foundation, as: UTF8.self))
  }

  @Test func `payloads are written as Foundation's encoder writes them`() throws {
    try check(TransactionPayload.car)
    try check(TransactionPayload.plan)
    try check(RenewalInfoPayload.ended.bound(to: .alpha))
  }

  @Test(arguments: [
    "", "plain", "a/b", "\"", "\\", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "e\u{301}",
    "\u{2028}", "𝄞", "\u{212A}",
  ])
  func `texts and names of fields are written as Foundation's encoder writes them`(text: String)
    throws
  {
    try check(text)
    try check([text: [text]])
  }

  @Test func `values of all kinds are written as Foundation's encoder writes them`() throws {
    try check(Everything())
    try check([Everything()])
    try check(["b": 1, "a": 2, "B": 3, "A": 4, "a1": 5, "a10": 6, "a2": 7, "_": 8, "é": 9])
    try check(["revocationType": 1, "revocationDate": 2, "revocati": 3, "revocatio": 4, "rev": 5])
    try check(["": 1, "1234567": 2, "12345678": 3, "123456789": 4, "1234567é": 5, "12345678é": 6])
    try check(["e\u{301}": 1, "f": 2, "é2": 3, "𝄞": 4, "\u{FFFD}": 5])
    try check([1: "one"])
    try check([Int?.none, 1])
    try check(String?.none)
    try check(Derived())
    try check([Nothing()])
    try check(["nothing": Nothing()])
    try check(Choice.allCases)
  }

  @Test func `a long object is written as Foundation's encoder writes it`() throws {
    try check(Dictionary(uniqueKeysWithValues: (0..<300).map { ("\($0 * 119 % 300)", $0) }))
    try check(Repeating())
  }

  @Test func `unsigned numbers are written as Foundation's encoder writes them`() throws {
    try check([0, 1, 1 << 53, 1 << 63 - 1, 1 << 63, .max] as [UInt64])
  }

  @Test func `a number that JSON does not have is refused`() {
    #expect(throws: EncodingError.self) { try PlainEncoder.encode([Double.nan]) }
    #expect(throws: EncodingError.self) { try PlainEncoder.encode(["a": Double.infinity]) }
  }

  @Test func `a value that encodes nothing is refused`() {
    #expect(throws: EncodingError.self) { try PlainEncoder.encode(Nothing()) }
  }

  @Test func `a value's error is thrown`() {
    struct SampleError: Error {}
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw SampleError() }
    }
    #expect(throws: SampleError.self) { try PlainEncoder.encode([Refusing()]) }
  }
}

/// Encodes a hundred names, each twice.
private struct Repeating: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for value in 1...2 {
      for number in 0..<100 {
        try container.encode(value, forKey: Key(stringValue: "\(number)"))
      }
    }
  }
}

private struct Nothing: Encodable {
  func encode(to encoder: any Encoder) throws {}
}

private enum Choice: Encodable, CaseIterable {
  case plain
  case labelled(id: String, count: Int?)
  case single(Date)

  static var allCases: [Choice] {
    [.plain, .labelled(id: "a", count: nil), .labelled(id: "b", count: 1), .single(.noon)]
  }
}

private struct Everything: Encodable {
  var boolean = false
  var smallest = Int64.min
  var largest = UInt64.max
  var int8 = Int8.min
  var uint8 = UInt8.max
  var int16 = Int16.min
  var uint16 = UInt16.max
  var int32 = Int32.min
  var uint32 = UInt32.max
  var uint = UInt.max
  var double = 0.1
  var whole = 5.0
  var huge = 1e100
  var negativeZero = -0.0
  var float = Float(1.1)
  var decimal = Decimal(string: "4.990")
  var date = Date.noon
  var fraction = Date(timeIntervalSince1970: 0.0005)
  var data = Data([0, 255, 62, 63])
  var uuid = UUID.alpha
  var lowercase = LowercaseUUID(.beta)
  var url = URL(string: "https://example.com/a?b=c")
  var absent: String?
  var nested: [[Int?]] = [[1, nil], []]
  var dates = [Date.noon]
  var names = ["z": [String: Bool](), "a": ["b": true]]
  var set: Set = [1]
  var choice = Choice.labelled(id: "c", count: 2)
  var raw = ProductType.consumable
}

private class Base: Encodable {
  var base = 1
}

private final class Derived: Base {
  private enum CodingKeys: String, CodingKey { case derived, list, keyed }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(2, forKey: .derived)
    try container.encode(3, forKey: .derived)
    try container.encodeNil(forKey: .keyed)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try list.encode(1)
    try list.encodeNil()
    var inner = list.nestedContainer(keyedBy: CodingKeys.self)
    try inner.encode("x", forKey: .keyed)
    var again = list.nestedUnkeyedContainer()
    try again.encode(Date.noon)
    try super.encode(to: list.superEncoder())
  }
}
