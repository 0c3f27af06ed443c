import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPServer
import StoreOperatorAPI
import TestSupport
import Testing

@Suite struct SchemaTests {
  @Test(arguments: [
    #"{"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":1}"#,
    #"""
    {"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11","productID":"car","quantity":1,
     "quote":{"effect":{"purchase":{}},"charge":1.99,"currency":"USD",
       "storefront":{"id":"143441","countryCode":"USA","currency":"USD","locale":"en_US"}}}
    """#,
  ])
  func `an order of the documented schema is decoded`(json: String) throws {
    let order = try Order.decode(ParsedJSON(json.utf8), of: .request)

    #expect(order.productID == "car")
  }

  @Test(arguments: [
    (#""productID":"car""#, "the field 'quantity' is missing"),
    (#""productID":"car","quantity":"1""#, "quantity: this is not a whole number"),
    (#""productID":"car","quantity":1.5"#, "quantity: this whole number cannot be represented"),
    (#""productID":null,"quantity":1"#, "productID: this is not text"),
    (#""productID":"car","quantity":1,"gift":true"#, "there is no field 'gift'"),
    (
      #""productID":"car","quantity":1,"offer":"half""#,
      "offer: this is not one of the forms of OrderOffer"
    ),
    (
      #"""
      "productID":"car","quantity":1,
       "quote":{"effect":{"purchase":{},"alreadyOwned":{}},"charge":1.99,"currency":"USD",
         "storefront":{"id":"143441","countryCode":"USA","currency":"USD","locale":"en_US"}}
      """#, "quote.effect: this is not one of the forms of Effect"
    ),
  ])
  func `an order with a missing, wrong or unknown field is refused`(
    fields: String, reason: String
  ) {
    let json = #"{"key":"0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11",\#(fields)}"#
    let mismatch = #expect(throws: SchemaMismatchError.self) {
      try Order.decode(ParsedJSON(json.utf8), of: .request)
    }
    #expect(mismatch?.description == reason)
  }

  @Test func `a text without a meaning is refused by its type, which knows its place`() {
    let json = #"{"key":"none","productID":"car","quantity":1}"#
    let error = #expect(throws: DecodingError.self) {
      try Order.decode(ParsedJSON(json.utf8), of: .request)
    }
    #expect(error?.context?.codingPath.map(\.stringValue) == ["key"])
  }

  @Test(arguments: [
    (Schema.name, #""..""#), (.object(nil), #"{"later":1}"#), (.openChoice(["a"]), #""b""#),
    (.oneOf(name: "Change", [.object(nil, ["a": .boolean])], isOpen: true), #"{"later":{}}"#),
  ])
  func `a request is checked for what an answer is not, and the other way round`(
    schema: Schema, json: String
  ) throws {
    let json = try ParsedJSON(json.utf8)
    func isTaken(_ message: Schema.Message) -> Bool {
      (try? schema.check(json, of: message)) != nil
    }
    let isText = schema == .name
    #expect(isTaken(.request) == isText)
    #expect(isTaken(.answer) == !isText)
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
  func `a new device without a token of the documented schema is refused`(json: String) {
    #expect(throws: (any Error).self) {
      try NewDevice.decode(ParsedJSON(json.utf8), of: .request)
    }
  }

  @Test(arguments: StoreError.samples)
  func `an error has the documented schema and is decoded as the same value`(
    error: StoreError
  ) throws {
    let json = try ParsedJSON(JSONEncoder.payload.encode(ErrorDocument(error)))

    try #require(error.code).schema.check(json, of: .request)
    #expect(try ErrorDocument<StoreError>.decode(json).error == error)
  }

  @Test func `no RequestError has the code of a StoreError`() {
    let codes = Set(StoreErrorCode.allCases.map(\.rawValue))

    #expect(codes.isDisjoint(with: RequestError.Code.allCases.map(\.rawValue)))
  }

  @Test(arguments: [
    (#"{"refund":{}}"#, "refund: the field 'transactionID' is missing"),
    (#"{"refund":{"transactionID":"7","all":true}}"#, "refund: there is no field 'all'"),
    (
      #"{"expire":{"subscription":{}}}"#,
      "expire.subscription: this is not one of the forms of SubscriptionReference"
    ),
    (#"{"sell":{}}"#, "this is not one of the forms of OperatorCommand"),
    (#"{"clock":{},"reset":{}}"#, "this is not one of the forms of OperatorCommand"),
  ])
  func `a command that is not as documented is refused, with what is wrong in it`(
    json: String, reason: String
  ) {
    let mismatch = #expect(throws: SchemaMismatchError.self) {
      try OperatorCommand.decode(ParsedJSON(json.utf8), of: .request)
    }
    #expect(mismatch?.description == reason)
  }

  @Test func `each command of the operator has a shape of its own, with its refusals`() throws {
    let commands = try Document.read().components.schemas.filter { $0.key.hasSuffix("Command") }

    #expect(commands.count == OperatorControls.all.count + 2)
    #expect(
      commands["RefundCommand"]?.refusals == [
        "unknownTransaction", "familyShared", "alreadyRefunded", "nothingToRefund",
        "invalidRefundPercentage", "clockNotAccepted", "certificatesNotValid",
      ])
    #expect(commands["RefundCommand"]?.result == "refunded")
    #expect(commands["ClockCommand"]?.refusals == [])
  }

  @Test func `the wire's names are those of the committed list`() throws {
    let document = try Document.read()
    let codes = StoreErrorCode.allCases.map { "\($0.status) \($0.rawValue)" }
    let routes = Route.all.map { "\($0.method) \($0.path) \($0.operation)" }
    let names = document.components.schemas.flatMap { name, shape in
      shape.names.map { "\(name)\($0)" }
    }

    try expectSnapshot(
      of: (codes.sorted() + [""] + routes.sorted() + [""] + names.sorted())
        .joined(separator: "\n"), named: "wire-names")
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
      #expect(paths[path]?["get"]?["tags"] as? [String] == ["meta"])
      #expect((paths[path]?["get"]?["security"] as? [Any])?.isEmpty == true)
    }
    for reference in text.matches(of: /#\/components\/(\w+)\/(\w+)/) {
      let (_, kind, name) = reference.output
      #expect(components[String(kind)]?[String(name)] != nil, "\(kind)/\(name)")
    }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

/// Reads parts of the OpenAPI document.
struct Document: Decodable {
  struct Components: Decodable {
    var schemas: [String: Shape]
  }

  final class Shape: Decodable {
    let properties: [String: Shape]?
    let oneOf: [Shape]?
    let items: Shape?
    let `enum`: [Choice]?
    let result: String?
    let refusals: [String]?

    private enum CodingKeys: String, CodingKey {
      case properties, oneOf, items, `enum`
      case result = "x-result"
      case refusals = "x-refusals"
    }

    /// Every path of property names, and every value of an enumeration.
    var names: [String] {
      let fields = (properties ?? [:]).flatMap { name, shape in
        [".\(name)"] + shape.names.map { ".\(name)\($0)" }
      }
      let choices = (self.enum ?? []).map { " \($0.text)" }
      return fields + choices + (oneOf ?? []).flatMap(\.names) + (items?.names ?? [])
    }
  }

  /// A string or a number.
  struct Choice: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try (try? container.decode(String.self)) ?? "\(container.decode(Int.self))"
    }
  }

  var components: Components

  static func read() throws -> Document {
    try JSONDecoder().decode(Document.self, from: OpenAPI.document)
  }
}
