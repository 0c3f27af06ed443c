import AppStorePayloads
import AppStoreServerAPI
import Foundation
import Testing

/// The body of a request to verifyReceipt.
@Suite struct VerifyReceiptRequestTests {
  private static let receipt = Data((0..<60).map { UInt8($0) })

  private static func read(_ text: String) throws -> VerifyReceiptRequest {
    try VerifyReceiptRequest(body: text.utf8)
  }

  @Test func `a request has a receipt, and may have a secret and exclude old transactions`() throws
  {
    let text = Self.receipt.base64EncodedString()

    #expect(
      try Self.read(#"{"receipt-data":"\#(text)"}"#) == VerifyReceiptRequest(receipt: Self.receipt))
    #expect(
      try Self.read(
        #"{"receipt-data":"\#(text)","password":"secret","exclude-old-transactions":true,"x":1}"#)
        == VerifyReceiptRequest(
          receipt: Self.receipt, password: "secret", excludesOldTransactions: true))
    #expect(
      try Self.read(
        #"{"receipt-data":"\#(text)","password":null,"exclude-old-transactions":null}"#)
        == VerifyReceiptRequest(receipt: Self.receipt))
  }

  @Test func `base64 may be split into lines`() throws {
    let lines = Self.receipt.base64EncodedString(options: .lineLength64Characters)
    let text = lines.replacing("\r\n", with: #"\r\n"#).replacing("\n", with: #"\n"#)

    #expect(lines.contains { $0.isNewline })
    #expect(try Self.read(#"{"receipt-data":"\#(text)"}"#).receipt == Self.receipt)
  }

  @Test(arguments: [
    "", "receipt-data=AAAA", "[]", "{}", #"{"receipt-data":null}"#, #"{"receipt-data":7}"#,
    #"{"receipt-data":""}"#, #"{"receipt-data":"AAA"}"#, #"{"receipt-data":"A AAA"}"#,
    #"{"receipt-data":"AA-_"}"#, #"{"receipt-data":"AA\u2028AA"}"#,
    #"{"receipt-data":"AAAA","receipt-data":"AAAA"}"#,
    #"{"receipt-data":"AAAA","password":7}"#,
    #"{"receipt-data":"AAAA","exclude-old-transactions":"true"}"#,
    #"{"receipt-data":"AAAA","exclude-old-transactions":1}"#,
  ])
  func `anything else is malformed`(body: String) {
    #expect(throws: ReceiptStatus.malformed) { try Self.read(body) }
  }
}
