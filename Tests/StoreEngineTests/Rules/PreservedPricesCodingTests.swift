import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// How a subscriber's own prices are stored.
@Suite struct PreservedPricesCodingTests {
  private func json(_ prices: [String: Decimal]) throws -> String {
    String(decoding: try JSONEncoder.payload.encode(PreservedPrices(prices)), as: UTF8.self)
  }

  @Test func `one price is stored as the first versions stored it, and several as an array`() throws
  {
    #expect(try json(["pro": 5]) == #"{"price":5,"productID":"pro"}"#)
    #expect(
      try json(["pro": 5, "base": 1])
        == #"[{"price":1,"productID":"base"},{"price":5,"productID":"pro"}]"#)
  }

  @Test(arguments: [["pro": 5], ["pro": 5, "base": 1]] as [[String: Decimal]])
  func `what is stored is read again`(prices: [String: Decimal]) throws {
    let read = try JSONDecoder.payload.decode(
      PreservedPrices.self, from: Data(try json(prices).utf8))
    #expect(read.byProduct == prices)
  }

  @Test func `anything else is refused`() {
    for text in ["1", #"{"price":5}"#, #"[{"price":5}]"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder.payload.decode(PreservedPrices.self, from: Data(text.utf8))
      }
    }
  }
}
