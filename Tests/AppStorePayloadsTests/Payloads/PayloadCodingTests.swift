import AppStorePayloads
import Foundation
import Testing

@Suite struct PayloadCodingTests {
  @Test func `isUpgraded is absent unless it is true`() throws {
    var car = TransactionPayload.car
    car.isUpgraded = false

    #expect(!(try text(car)).contains("isUpgraded"))
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
    let json = try text(TransactionPayload.car)
    try #require(json.contains(right))
    let broken = Data(json.replacing(right, with: wrong).utf8)

    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(TransactionPayload.self, from: broken)
    }
  }

  @Test func `unknown fields are ignored, and UUIDs may have upper case`() throws {
    let foreign = try text(TransactionPayload.plan).replacing(
      "{", with: #"{"advancedCommerceInfo":{"items":[]},"#
    )
    .replacing("a1000000-0000-4000-8000-00000000000a", with: UUID.alpha.uuidString)

    let plan = try JSONDecoder.payload.decode(TransactionPayload.self, from: Data(foreign.utf8))

    #expect(plan == .plan)
  }
}

/// The JSON of a value; keys are sorted.
func text(_ value: some Encodable) throws -> String {
  String(decoding: try JSONEncoder.payload.encode(value), as: UTF8.self)
}
