import Foundation
import StoreAPI
import Testing

/// The quick way to read a payload, against Foundation's.
@Suite struct CanonicalJSONTests {
  @Test(arguments: [TransactionPayload.car, .plan, .car.bound(to: .alpha)])
  func `a transaction as the store writes it is read the quick way`(
    transaction: TransactionPayload
  ) throws {
    let json = try JSONEncoder.payload.encode(transaction)

    #expect(TransactionPayload.canonical(json) == transaction)
  }

  @Test func `renewal info as the store writes it is read the quick way`() throws {
    var info = RenewalInfoPayload.troubled
    info.eligibleWinBackOfferIds = nil
    for info in [info, .ended] {
      #expect(RenewalInfoPayload.canonical(try JSONEncoder.payload.encode(info)) == info)
    }
  }

  @Test func `a list is left to Foundation, and so is not lost`() throws {
    let json = try JSONEncoder.payload.encode(RenewalInfoPayload.troubled)

    #expect(RenewalInfoPayload.canonical(json) == nil)
  }

  @Test(arguments: [
    #"{"quantity":1,"quantity":2}"#, #"{ "quantity":1}"#, #"{"quantity":1.0}"#,
    #"{"quantity":01}"#, #"{"quantity":-0}"#, #"{"quantity":"1"}"#, #"{"quantity":null}"#,
    #"{"bundleId":"a\u0062"}"#, #"{"bundleId":"ä"}"#, #"{"surprise":1}"#, #"{}"#, "", "[]",
    #"{"isUpgraded":false}"#,
  ])
  func `what the store does not write is left to Foundation`(json: String) {
    #expect(TransactionPayload.canonical(Data(json.utf8)) == nil)
  }

  @Test(arguments: [TransactionPayload.car.bound(to: .alpha), .plan])
  func `whatever is read the quick way, Foundation reads alike`(
    transaction: TransactionPayload
  ) throws {
    let json = Array(try JSONEncoder.payload.encode(transaction))
    var read = 0
    for index in json.indices {
      for byte in Array(#"0129-+.eE "\,:{}[]aZnt"#.utf8) + [0, 0x7F, 0xC3] {
        var altered = json
        altered[index] = byte
        guard let quick = TransactionPayload.canonical(Data(altered)) else { continue }
        read += 1
        let slow = try JSONDecoder.payload.decode(TransactionPayload.self, from: Data(altered))
        try #require(quick == slow, "\(String(decoding: altered, as: UTF8.self))")
      }
    }
    #expect(read > 1000)
  }

  @Test func `a payload that is cut off is never read the quick way`() throws {
    let json = try JSONEncoder.payload.encode(TransactionPayload.plan)
    for length in json.indices {
      #expect(TransactionPayload.canonical(json.prefix(length)) == nil)
    }
  }
}
