import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

private let transaction = TransactionID(rawValue: 7)
private let quote = Quote(
  effect: .alreadyOwned, charge: 0, currency: "USD", storefront: .unitedStates)

@Suite struct SchemaTests {
  @Test(arguments: [
    #"{"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":1}"#,
    #"""
    {"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":1,
     "quote":{"effect":{"purchase":{}},"charge":1.99,"currency":"USD",
       "storefront":{"id":"143441","countryCode":"USA","currency":"USD","locale":"en_US"}}}
    """#,
  ])
  func `an order as it is documented is read`(json: String) throws {
    let order = try JSONDecoder.payload.decode(Checked<Order>.self, from: Data(json.utf8)).value

    #expect(order.productID == "car")
  }

  @Test(arguments: [
    #"{"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car"}"#,
    #"{"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":"1"}"#,
    #"{"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":1.5}"#,
    #"{"key":"none","productID":"car","quantity":1}"#,
    #"{"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":null,"quantity":1}"#,
    #"""
    {"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":1,"offer":"half"}
    """#,
    #"""
    {"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":1,
     "quote":{"effect":{"purchase":{},"alreadyOwned":{}},"charge":1.99,"currency":"USD",
       "storefront":{"id":"143441","countryCode":"USA","currency":"USD","locale":"en_US"}}}
    """#,
  ])
  func `an order with something missing, wrong or unknown is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(Checked<Order>.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: [
    #"{"device":"laptop"}"#,
    #"{"device":"laptop","token":null}"#,
    #"{"device":"laptop","token":""}"#,
    #"{"device":"laptop","token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
    #"{"device":"laptop","token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
    #"{"device":"laptop","token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}"#,
    #"{"device":"laptop","token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+/"}"#,
    #"{"device":"laptop","token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\u00e4"}"#,
  ])
  func `a new device without a token of the documented shape is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(Checked<NewDevice>.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: [
    StoreFault.unavailable("it sleeps"), .unauthorized, .signInRefused,
    .tooManyAttempts(retryAfter: 3), .accountExists("anna"), .invalidPassword,
    .unknownProduct("car"), .invalidQuantity(11, allowed: 1...10), .quoteChanged(quote),
    .orderKeyReused(OrderKey(UUID())), .orderKeyClosed(OrderKey(UUID())),
    .unknownTransaction(transaction), .alreadyRefunded(transaction, Date(millisecondsSince1970: 5)),
    .nothingToRefund(transaction), .notSubscribed("pro", account: nil),
    .notSubscribed("pro", account: "anna"), .severalSubscribers("pro", accounts: ["a", "b"]),
    .unknownAccount("anna"), .unknownDevice("laptop"), .deviceExists("laptop"),
    .tooManyDevices(limit: 3), .invalidName("ä"),
    .clockMovedBackwards(from: Date(millisecondsSince1970: 5), to: Date(millisecondsSince1970: 4)),
    .clockBeyondCertificates(
      Date(millisecondsSince1970: 5), last: Date(millisecondsSince1970: 4)),
  ])
  func `a refusal has the documented shape, and arrives as the same value`(
    fault: StoreFault
  ) throws {
    let data = try JSONEncoder.payload.encode(ErrorDocument(fault))

    let decoder = JSONDecoder.payload
    decoder.userInfo[try #require(Shaped.schema)] = try #require(fault.code).schema
    _ = try decoder.decode(Shaped.self, from: data)
    #expect(try decoder.decode(ErrorDocument<StoreFault>.self, from: data).error == fault)
  }

  @Test func `no error of a request has the code of a fault`() {
    let codes = Set(FaultCode.allCases.map(\.rawValue))

    #expect(codes.isDisjoint(with: RequestError.Code.allCases.map(\.rawValue)))
  }

  @Test func `the document of the routes names every route, and all that it refers to`() throws {
    let document = try #require(
      JSONSerialization.jsonObject(with: OpenAPI.document) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let components = try #require(document["components"] as? [String: [String: Any]])
    let text = String(decoding: OpenAPI.document, as: UTF8.self)

    let operations = paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String }
    #expect(operations.sorted() == Route.all.map(\.operation).sorted())
    for path in ["/health", "/ready", "/metrics", "/openapi.json"] {
      #expect(paths[path]?["get"]?["tags"] as? [String] == ["house"])
      #expect((paths[path]?["get"]?["security"] as? [Any])?.isEmpty == true)
    }
    for reference in text.matches(of: /#\/components\/(\w+)\/(\w+)/) {
      let (_, kind, name) = reference.output
      #expect(components[String(kind)]?[String(name)] != nil, "\(kind)/\(name)")
    }
  }
}

/// JSON that is held against a shape.
private struct Shaped: Decodable {
  static let schema = CodingUserInfoKey(rawValue: "schema")

  init(from decoder: any Decoder) throws {
    let schema = try #require(Self.schema)
    try #require(decoder.userInfo[schema] as? Schema).check(decoder)
  }
}
