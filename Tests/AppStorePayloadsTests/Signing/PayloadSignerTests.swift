import AppStorePayloads
import Crypto
import Foundation
import Testing

@Suite struct PayloadSignerTests {
  @Test func `the header is ES256 and three certificates in standard base64`() throws {
    let fixture = try SigningFixture()
    let (chain, token) = (fixture.chain, try fixture.sign(TransactionPayload.car))

    let segment = try #require(token.split(separator: ".").first)
    let header = try #require(Data(base64URLEncoded: segment.utf8))

    let x5c = try chain.der.map { $0.base64EncodedString() }
    #expect(
      String(decoding: header, as: UTF8.self)
        == #"{"alg":"ES256","x5c":["\#(x5c[0])","\#(x5c[1])","\#(x5c[2])"]}"#)
  }

  @Test func `the signature is 64 raw bytes over the two first parts`() throws {
    let fixture = try SigningFixture()
    let (chain, token) = (fixture.chain, try fixture.sign(TransactionPayload.car))

    let jws = try JWS(token)
    let input = jws.headerSegment + Data(".".utf8) + jws.payloadSegment

    #expect(jws.signature.count == 64)
    #expect(
      chain.leaf.key.publicKey.isValidSignature(
        try P256.Signing.ECDSASignature(rawRepresentation: jws.signature), for: input))
  }

  @Test func `a signer needs the key of the leaf and three certificates`() throws {
    let chain = try ForgedChain()

    #expect(throws: SignatureError.wrongKey) {
      try PayloadSigner(privateKey: chain.root.key, chain: chain.der)
    }
    #expect(throws: SignatureError.wrongCertificateCount(1)) {
      try PayloadSigner(privateKey: chain.leaf.key, chain: [chain.leaf.der])
    }
  }
}
