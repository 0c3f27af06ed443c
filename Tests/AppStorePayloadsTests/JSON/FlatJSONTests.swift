import Foundation
import Testing

@testable import AppStorePayloads

@Suite struct FlatJSONTests {
  private static let transactions: [TransactionPayload] = [.car, .plan, .car.bound(to: .beta)]
  private static let renewals: [RenewalInfoPayload] = {
    var winBack = RenewalInfoPayload.ended
    winBack.eligibleWinBackOfferIds = ["first", "second"]
    winBack.renewalPrice = -1
    winBack.isInBillingRetryPeriod = false
    return [.ended, .ended.bound(to: .alpha), winBack]
  }()

  @Test(arguments: transactions)
  func `a transaction as the store writes it is read without Foundation's decoder`(
    payload: TransactionPayload
  ) throws {
    let json = try #require(FlatJSON(JSONEncoder.payload.encode(payload)))

    #expect(try json.decode(TransactionPayload.self) == payload)
  }

  @Test(arguments: renewals)
  func `renewal info as the store writes it is read without Foundation's decoder`(
    payload: RenewalInfoPayload
  ) throws {
    let json = try #require(FlatJSON(JSONEncoder.payload.encode(payload)))

    #expect(try json.decode(RenewalInfoPayload.self) == payload)
  }

  @Test(arguments: [
    "", "{}", "[]", "1", "{\"a\":1", "{\"a\":1}}", "{\"a\":1} ", "{ \"a\":1}", "{\"a\" :1}",
    "{\"a\":1,}", "{\"a\":01}", "{\"a\":-}", "{\"a\":1.5}", "{\"a\":1e3}", "{\"a\":+1}",
    "{\"a\":1234567890123456789}", "{\"a\":null}", "{\"a\":{}}", "{\"a\":[1]}", "{\"a\":[\"b\",]}",
    "{\"a\":tru}", "{\"a\":\"\\u0041\"}", "{\"a\":\"é\"}", "{\"a\":\"b}", "{\"a\":\"\t\"}",
    "{\"a\":1,\"a\":2}", "{\"b\":1,\"a\":2}",
  ])
  func `what is not plain is left to Foundation's decoder`(json: String) {
    #expect(FlatJSON(Data(json.utf8)) == nil)
  }

  /// One changed character may make a payload invalid, or valid with another value.
  @Test func `whatever is read is what Foundation's decoder reads`() throws {
    let json = Array(try JSONEncoder.payload.encode(TransactionPayload.plan))
    var read = 0
    for index in json.indices {
      for character in "\"\\{}[],:0-9.tnaZ é".utf8 {
        var altered = json
        altered[index] = character
        guard let flat = FlatJSON(Data(altered)),
          let payload = try? flat.decode(TransactionPayload.self)
        else { continue }
        read += 1
        let expected = try? JSONDecoder.payload.decode(
          TransactionPayload.self, from: Data(altered))
        #expect(payload == expected, "\(String(decoding: altered, as: UTF8.self))")
      }
    }
    #expect(read > 1_000)
  }

  @Test func `a date outside the years 1 to 9999 is refused as Foundation's decoder refuses it`()
    throws
  {
    let data = try JSONEncoder.payload.encode(TransactionPayload.car)
    let json = String(decoding: data, as: UTF8.self)
    let late = json.replacing("1781524800000", with: "253402300800000")

    #expect(throws: (any Error).self) {
      try FlatJSON(Data(late.utf8))?.decode(TransactionPayload.self)
    }
  }
}
