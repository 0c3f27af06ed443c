import AppStorePayloads
import Foundation
import Testing

/// Numbers at the edge of their type.
@Suite struct ClampedNumbersTests {
  @Test(
    arguments: [
      (0, 0), (-1.9, -1), (1e308, Int64.max), (-1e308, .min), (.infinity, .max),
      (-.infinity, .min), (.nan, 0), (.signalingNaN, 0), (0x1p53, 1 << 53), (0x1p63, .max),
      (-0x1p63, .min),
    ] as [(Double, Int64)])
  func `a number becomes the nearest whole one`(number: Double, whole: Int64) {
    #expect(Int64(clamping: number) == whole)
  }

  @Test func `every date has milliseconds, and every amount thousandths`() {
    for edge in [0, -1, 1e308, -1e308, .nan, .infinity, 0x1p63] as [Double] {
      _ = Date(timeIntervalSince1970: edge).millisecondsSince1970
    }
    #expect(Date(timeIntervalSince1970: 1e300).millisecondsSince1970 == .max)
    #expect(Decimal.nan.milliunits == 0)
    #expect(Decimal.greatestFiniteMagnitude.milliunits == .max)
    #expect(Decimal.leastFiniteMagnitude.milliunits == .min)
    #expect(Decimal(milliunits: .max).milliunits == .max)
  }

  @Test(
    arguments: [
      (0, "0"), (1, "0.001"), (-1, "-0.001"), (990, "0.99"), (4990, "4.99"), (1000, "1"),
      (-1500, "-1.5"), (10_000, "10"), (2_517_530, "2517.53"),
      (1_000_000_000_000_000, "1000000000000"),
      (.max, "9223372036854775.807"),
    ] as [(Int64, String)])
  func `thousandths are an amount without trailing zeros`(milliunits: Int64, text: String) {
    let amount = Decimal(milliunits: milliunits)

    #expect(amount.description == text)
    #expect(amount == Decimal(milliunits) / 1000)
    #expect(amount.milliunits == milliunits)
  }

  @Test(
    arguments: [
      ("1.9904", 1990), ("1.9905", 1991), ("-1.9904", -1990), ("0.0004", 0), ("120e3", 120_000_000),
      ("0.33333333333333333333333333333333333333", 333),
    ] as [(String, Int64)])
  func `an amount has its nearest thousandths`(text: String, milliunits: Int64) throws {
    let amount = try #require(Decimal(string: text))

    #expect(amount.milliunits == milliunits)
  }

  @Test func `a sum or a product that does not fit is the highest or the lowest number`() {
    #expect(Int.max.clampedSum(1) == .max)
    #expect(Int.min.clampedSum(-1) == .min)
    #expect(UInt64.max.clampedSum(1) == .max)
    #expect(Int.max.clampedProduct(-2) == .min)
    #expect(Int.min.clampedProduct(-1) == .max)
    #expect(3.clampedProduct(4).clampedSum(-5) == 7)
  }

  @Test(
    arguments: [
      (#"{"a":9007199254740991,"b":[-9007199254740991,0.5,1e3]}"#, true),
      (#"{"a":9007199254740992}"#, false), (#"[-9007199254740992]"#, false),
      (#"{"a":1e308}"#, false), (#"[9E18]"#, false), (#"[99999999999999999999]"#, false),
      (#"{"9223372036854775807":"9223372036854775807 \" 1e99"}"#, true),
      (#""1e99\\""#, true), (#"[0.33333333333333333333]"#, true),
    ])
  func `only numbers that every reader of JSON has exactly are taken`(json: String, isExact: Bool)
    throws
  {
    #expect(try ParsedJSON(json.utf8).hasExactNumbers == isExact)
  }

  @Test(arguments: [0, 11, -1, 9_007_199_254_740_991])
  func `a payload of no possible quantity cannot be decoded`(quantity: Int) throws {
    let json = Data(#"{"quantity":\#(quantity)}"#.utf8)
    struct Purchase: Decodable { @PurchasedQuantity var quantity: Int }

    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(Purchase.self, from: json)
    }
  }
}
