import Foundation
import Testing

@testable import AppStorePayloads

@Suite struct ReceiptValidationTests {
  @Test func `a receipt for this app and this device is trusted each time`() async throws {
    let fixture = try ReceiptFixture()
    let receipt = try fixture.sign()

    for _ in 1...2 {
      #expect(try await fixture.validation.validate(receipt, at: .noon) == .sample)
    }
  }

  @Test(arguments: ReceiptForgery.all)
  func `an altered receipt is refused for its reason, even after a valid one was trusted`(
    forgery: ReceiptForgery
  ) async throws {
    let fixture = try ReceiptFixture(forgery.recipe)
    let receipt = try forgery.receipt(fixture)

    #expect(await fixture.refusal(of: receipt) == forgery.error)
    _ = await fixture.refusal(of: try fixture.sign())
    #expect(await fixture.refusal(of: receipt) == forgery.error)
  }

  @Test func `each kind of error has an altered receipt in the table`() {
    #expect(Set(ReceiptForgery.all.map(\.error.kind)) == Set(1...19))
    #expect(Set(ReceiptForgery.all.map(\.testDescription)).count == ReceiptForgery.all.count)
  }

  @Test func `a receipt with a changed byte is not trusted`() async throws {
    let fixture = try ReceiptFixture()
    let receipt = try fixture.sign()

    for index in stride(from: 0, to: receipt.count, by: 7) {
      var altered = receipt
      altered[index] ^= 0x21
      #expect(await fixture.refusal(of: altered) != nil, "byte \(index)")
    }
  }

  @Test func `a receipt that expires is trusted until then`() async throws {
    let fixture = try ReceiptFixture()
    var payload = ReceiptPayload.sample
    payload.expirationDate = Date.noon + 1

    let receipt = try fixture.sign(payload)

    #expect(await fixture.refusal(of: receipt) == nil)
  }

  @Test func `a store's receipt is what its fields say, byte for byte`() throws {
    let fixture = try ReceiptFixture()
    let receipt = try SignedReceipt(fixture.sign())
    let contents = try ReceiptPayload.sample.der()
    let certificates = try fixture.chain.der
    let signer = try SignerIdentifier.der(of: fixture.chain.leaf.certificate)

    #expect(Data(receipt.contents) == contents)
    #expect(Set(receipt.certificates.map { Data($0) }) == Set(certificates))
    #expect(receipt.signer.identifier == signer)
  }

  @Test func `each error has a sentence of its own, without control characters`() {
    let sentences = ReceiptForgery.all.map(\.error.description)

    #expect(Set(sentences).count == Set(ReceiptForgery.all.map(\.error)).count)
    #expect(!ReceiptError.wrongBundle("a\u{1B}[2J").description.contains("\u{1B}"))
  }
}

extension ReceiptError {
  /// A number for each case, independent of its values.
  fileprivate var kind: Int {
    switch self {
    case .oversized: 1
    case .malformed: 2
    case .wrongContentType: 3
    case .contentMissing: 4
    case .wrongContainerVersion: 5
    case .wrongSignerCount: 6
    case .wrongDigestAlgorithm: 7
    case .wrongSignatureAlgorithm: 8
    case .signedAttributes: 9
    case .attributeMissing: 10
    case .attributeRepeated: 11
    case .attributeMalformed: 12
    case .signerMissing: 13
    case .untrusted: 14
    case .wrongBundle: 15
    case .wrongVersion: 16
    case .wrongType: 17
    case .wrongDevice: 18
    case .expired: 19
    }
  }
}
