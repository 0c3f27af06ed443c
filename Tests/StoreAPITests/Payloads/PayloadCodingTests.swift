import Foundation
import StoreAPI
import Testing

@Suite struct PayloadCodingTests {
  @Test func `a payload is the same after encoding and decoding`() throws {
    let full = RenewalInfoPayload.full

    #expect(try reread(.car) == .car)
    #expect(try reread(.plan) == .plan)
    #expect(
      try JSONDecoder.payload.decode(
        RenewalInfoPayload.self, from: JSONEncoder.payload.encode(full)) == full)
  }

  @Test func `isUpgraded is absent unless it is true`() throws {
    var car = TransactionPayload.car
    car.isUpgraded = false

    let json = String(decoding: try JSONEncoder.payload.encode(car), as: UTF8.self)

    #expect(!json.contains("isUpgraded"))
  }

  @Test(arguments: [
    (#""price":4990"#, #""price":4.99"#),
    (#""quantity":1"#, #""quantity":"1""#),
    (#""transactionId":"1000000001""#, #""transactionId":1000000001"#),
    (#""transactionId":"1000000001""#, #""transactionId":"+1000000001""#),
    (#""transactionId":"1000000001""#, #""transactionId":"""#),
    (#""purchaseDate":1781524800000"#, #""purchaseDate":1781524800000.5"#),
    (#""purchaseDate":1781524800000"#, #""purchaseDate":"1781524800000""#),
    (#""purchaseDate":1781524800000"#, #""purchaseDate":9223372036854775807"#),
    (#""purchaseDate":1781524800000"#, #""purchaseDate":-9223372036854775808"#),
    (#""purchaseDate":1781524800000"#, #""purchaseDate":null"#),
    (#""environment":"Sandbox""#, #""environment":"sandbox""#),
  ])
  func `a field of another JSON type is refused`(right: String, wrong: String) throws {
    let json = String(
      decoding: try JSONEncoder.payload.encode(TransactionPayload.car), as: UTF8.self)
    try #require(json.contains(right))
    let broken = Data(json.replacing(right, with: wrong).utf8)

    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(TransactionPayload.self, from: broken)
    }
  }

  @Test func `unknown fields are ignored, and UUIDs may have upper case`() throws {
    let json = String(
      decoding: try JSONEncoder.payload.encode(TransactionPayload.plan), as: UTF8.self)
    let foreign = json.replacing("{", with: #"{"advancedCommerceInfo":{"items":[]},"#)
      .replacing("a1000000-0000-4000-8000-00000000000a", with: UUID.alpha.uuidString)

    let plan = try JSONDecoder.payload.decode(TransactionPayload.self, from: Data(foreign.utf8))

    #expect(plan == .plan)
  }

  private func reread(_ payload: TransactionPayload) throws -> TransactionPayload {
    try JSONDecoder.payload.decode(
      TransactionPayload.self, from: JSONEncoder.payload.encode(payload))
  }
}
