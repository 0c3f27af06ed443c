import AppStorePayloads
import Foundation
import Testing

/// Numbers in a payload that some readers of JSON round.
@Suite struct ExactPayloadTests {
  private struct Count: Codable, Equatable {
    var count: Int
  }

  private func payload(_ json: String) throws -> Count {
    let payload = String(decoding: Data(json.utf8).base64URLEncoded, as: UTF8.self)
    return try JWS("e30.\(payload).AA").payload(as: Count.self)
  }

  @Test func `the highest number that every reader has exactly is read`() throws {
    #expect(try payload(#"{"count":9007199254740991}"#) == Count(count: 9_007_199_254_740_991))
  }

  @Test(arguments: ["9007199254740992", "9223372036854775807", "-9223372036854775808", "1e16"])
  func `a payload with a number beyond it cannot be read`(number: String) {
    #expect(throws: SignatureError.payloadUnreadable("Count")) {
      try payload(#"{"count":\#(number)}"#)
    }
  }
}
