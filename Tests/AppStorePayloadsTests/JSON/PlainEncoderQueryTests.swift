import AppStorePayloads
import Foundation
import Testing

@Suite struct PlainEncoderQueryTests {
  private struct QueryFields: Encodable {
    var productID = "fuel.87"
    var isFinished = true
    var after: TransactionID? = TransactionID(rawValue: 7)
    var known: Int64?
    var ids = ["a", "b"]
  }

  @Test func `the fields of a question are its query, in the order of their names`() throws {
    #expect(
      try PlainEncoder.query(QueryFields())
        == "after=7&ids%5B%5D=a&ids%5B%5D=b&isFinished=true&productID=fuel.87")
  }

  @Test func `a question without fields has an empty query`() throws {
    struct Nothing: Encodable {}
    #expect(try PlainEncoder.query(Nothing()).isEmpty)
    #expect(try PlainEncoder.query(["ids": [String]()]).isEmpty)
  }

  @Test(arguments: [
    ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("é", "%C3%A9"), ("%", "%25"),
    ("A-z.0_9~", "A-z.0_9~"), ("", ""), ("𝄞", "%F0%9D%84%9E"),
  ])
  func `a character that is not unreserved is escaped`(text: String, escaped: String) throws {
    #expect(try PlainEncoder.query(["id": text]) == "id=\(escaped)")
    #expect(try PlainEncoder.query([text: "id"]) == "\(escaped)=id")
  }

  @Test func `a value that a query does not have is refused`() {
    #expect(throws: EncodingError.self) { try PlainEncoder.query("text") }
    #expect(throws: EncodingError.self) { try PlainEncoder.query(["a", "b"]) }
    #expect(throws: EncodingError.self) { try PlainEncoder.query(["a": ["b": "c"]]) }
    #expect(throws: EncodingError.self) { try PlainEncoder.query(["a": [["b"]]]) }
  }
}
