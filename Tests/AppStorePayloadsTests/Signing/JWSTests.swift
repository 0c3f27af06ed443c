import AppStorePayloads
import Foundation
import Testing

@Suite struct JWSTests {
  @Test(arguments: [("", []), ("AA", [0]), ("-_8", [251, 255]), ("AAAA", [0, 0, 0])])
  func `base64url without padding is decoded and encoded`(text: String, bytes: [UInt8]) {
    #expect(Data(base64URLEncoded: text.utf8) == Data(bytes))
    #expect(String(decoding: Data(bytes).base64URLEncoded, as: UTF8.self) == text)
  }

  @Test(arguments: ["A", "AAAAA", "AA==", "AB", "+/8", "AA AA", "AAAA\n", "ÄA", "AA=A", "="])
  func `a text that is not strict base64url is refused`(text: String) {
    #expect(Data(base64URLEncoded: text.utf8) == nil)
  }

  @Test func `a token of the largest size is read, and one byte more is refused`() throws {
    let rest = JWS.sizeLimit - "AAAA..".utf8.count
    let token = "AAAA." + String(repeating: "A", count: rest) + "."

    #expect(try JWS(token).payload.count == rest / 4 * 3 + (rest % 4) * 3 / 4)
    #expect(throws: SignatureError.oversized(bytes: JWS.sizeLimit + 1)) {
      try JWS(token + "A")
    }
  }

  @Test func `an error quotes received text short and without control characters`() {
    // Escape, the one-byte control sequence introducer, and a right-to-left override.
    let error = SignatureError.wrongAlgorithm(
      "\u{1B}[2J\u{9B}31m\u{202E}" + String(repeating: "x", count: 10_000))

    #expect(error.description.unicodeScalars.allSatisfy { (" "..."~").contains($0) })
    #expect(error.description.count < 200)
  }

  @Test func `the device verification is the hash of nonce and device in lower case`() {
    let nonce = UUID.beta
    let device = UUID.alpha

    // sha384 of b2000000-0000-4000-8000-00000000000ba1000000-0000-4000-8000-00000000000a
    #expect(
      DeviceVerification.hash(nonce: nonce, device: device).base64EncodedString()
        == "Ix7VIg+VuLqE5WSeDRtfY3lkqxdQ5pcwutWB/mawn/uxqntDPmbWaQdNatYxzorB")
    #expect(
      DeviceVerification.hash(nonce: device, device: nonce)
        != DeviceVerification.hash(nonce: nonce, device: device))
  }
}
