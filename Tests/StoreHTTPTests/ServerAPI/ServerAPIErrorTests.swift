import AppStorePayloads
import AppStoreServerAPI
import Foundation
import NIOCore
import TestSupport
import Testing

/// The responses of Apple's API to requests that it cannot serve.
@Suite(.hangLimit) struct ServerAPIErrorTests {
  private static let transaction = "/inApps/v1/transactions/700"

  @Test func `every error has its number, its sentence and exactly the type of JSON`() async throws
  {
    try await ServerAPIFixture.run { served in
      for error in APIError.allCases {
        served.store.fail(with: error)
        let response = try await served.request("GET", Self.transaction)

        #expect(response.status == error.rawValue / 10_000, "\(error)")
        #expect(response.header("Content-Type") == "application/json")
        let body = try #require(response.body)
        #expect(body.hasPrefix(#"{"errorCode":\#(error.rawValue),"errorMessage":""#), "\(body)")
        #expect(try ErrorBody(body) == ErrorBody(error))
      }
    }
  }

  // MARK: - Tokens

  @Test(arguments: [
    [], ["Authorization: "], ["Authorization: Bearer"], ["Authorization: Bearer "],
    ["Authorization: Basic \(ServerAPIDouble.token)"], ["Authorization: \(ServerAPIDouble.token)"],
    ["Authorization: Bearer another.key.signature"],
    ["Authorization: Bearer \(ServerAPIDouble.token) x"],
  ])
  func `a request without a valid token does not reach the store`(headers: [String]) async throws {
    try await ServerAPIFixture.run { served in
      let response = try await served.client.request("GET", Self.transaction, headers: headers)

      #expect(response.status == 401, "\(response.text)")
      #expect(response.body == "Unauthenticated")
      #expect(response.header("Content-Type") != "application/json")
      #expect(response.header("WWW-Authenticate") == "Bearer")
      #expect(served.store.calls.isEmpty)
    }
  }

  @Test func `the scheme of the token may be in any case`() async throws {
    try await ServerAPIFixture.run { served in
      let response = try await served.client.request(
        "GET", Self.transaction, headers: ["Authorization: bearer \(ServerAPIDouble.token)"])

      #expect(response.status == 200)
    }
  }

  @Test func `the log says why a token is not accepted, and not which`() async throws {
    try await ServerAPIFixture.run { served in
      _ = try await served.client.request("GET", Self.transaction, token: "another.key.signature")

      try await served.log.wait(for: #""reason":"the key is not one of this store""#)
      #expect(!served.log.text.contains("another.key"))
    }
  }

  // MARK: - Paths and methods

  @Test(arguments: [
    "/inApps/", "/inApps/v1", "/inApps/v1/transactions", "/inApps/v1/transactions/",
    "/inApps/v1//700", "/inApps/v1/transactions/700/", "/inApps/V1/transactions/700",
    "/inApps/v1/Transactions/700", "/inApps/v3/history/700", "/inApps/v1/tr%61nsactions/700",
    "/inApps/v1/subscriptions/extend/mass/pro", "/inApps/v1/messaging/image/list", "/",
  ])
  func `a path that the API does not have is not found`(path: String) async throws {
    try await ServerAPIFixture.run { served in
      let response = try await served.request("GET", path)

      #expect(response.status == 404, "\(response.text)")
      #expect(response.header("Content-Type") != "application/json")
      #expect(served.store.calls.isEmpty)
    }
  }

  @Test(arguments: [
    ("POST", "/inApps/v1/transactions/700", "GET"), ("DELETE", "/inApps/v2/history/700", "GET"),
    ("GET", "/inApps/v1/transactions/700/finish", "POST"),
    ("POST", "/inApps/v1/subscriptions/extend/700", "PUT"),
    ("GET", "/inApps/v1/subscriptions/extend/mass", "POST, PUT"),
    ("POST", "/inApps/v2/transactions/consumption/700", "PUT"),
    ("GET", "/inApps/v1/notifications/test", "POST"), ("PATCH", "/inApps/v1/lookup/M1", "GET"),
  ])
  func `a path refuses other methods and names its own`(
    method: String, path: String, allowed: String
  ) async throws {
    try await ServerAPIFixture.run { served in
      let headers = method == "GET" ? [] : ["Content-Length: 0"]
      let response = try await served.request(method, path, headers: headers)

      #expect(response.status == 405, "\(response.text)")
      #expect(response.header("Allow") == allowed)
      #expect(served.store.calls.isEmpty)
    }
  }

  // MARK: - Identifiers, queries and bodies

  /// A request that does not reach the store, and its error.
  struct Invalid: Sendable {
    var method = "GET"
    var path: String
    var body: String?
    var error: APIError
  }

  private static let extensionBody =
    #"{"extendByDays":5,"extendReasonCode":0,"requestIdentifier":"a"}"#

  private static let invalid: [Invalid] = [
    Invalid(path: "/inApps/v1/transactions/car", error: .invalidTransactionId),
    Invalid(path: "/inApps/v1/transactions/-1", error: .invalidTransactionId),
    Invalid(path: "/inApps/v1/transactions/%FF", error: .invalidTransactionId),
    Invalid(
      path: "/inApps/v1/transactions/99999999999999999999", error: .invalidTransactionId),
    Invalid(
      path: "/inApps/v1/transactions/appTransactions/abc", error: .invalidTransactionId),
    Invalid(path: "/inApps/v1/history/abc", error: .invalidTransactionId),
    Invalid(path: "/inApps/v2/history/700?sort=up", error: .invalidSort),
    Invalid(path: "/inApps/v2/history/700?productId=%FF", error: .generalBadRequest),
    Invalid(path: "/inApps/v1/subscriptions/abc?status=1", error: .invalidTransactionId),
    Invalid(path: "/inApps/v1/subscriptions/700?status=9", error: .invalidStatus),
    Invalid(path: "/inApps/v2/refund/lookup/700?revision=", error: .invalidRequestRevision),
    Invalid(path: "/inApps/v1/lookup/%FF", error: .generalBadRequest),
    Invalid(
      method: "PUT", path: "/inApps/v1/subscriptions/extend/abc", body: extensionBody,
      error: .invalidOriginalTransactionId),
    Invalid(
      method: "PUT", path: "/inApps/v1/subscriptions/extend/mass", body: extensionBody,
      error: .invalidOriginalTransactionId),
    Invalid(
      method: "PUT", path: "/inApps/v1/subscriptions/extend/700", body: "{}",
      error: .invalidExtendByDays),
    Invalid(
      method: "POST", path: "/inApps/v1/subscriptions/extend/mass", body: extensionBody,
      error: .invalidProductId),
    Invalid(
      method: "PUT", path: "/inApps/v1/transactions/700/appAccountToken",
      body: #"{"appAccountToken":"bob"}"#, error: .invalidAppAccountTokenUUID),
    Invalid(
      method: "PUT", path: "/inApps/v2/transactions/consumption/700",
      body: #"{"customerConsented":false}"#, error: .invalidCustomerConsented),
    Invalid(
      method: "PUT", path: "/inApps/v1/transactions/consumption/700",
      body: #"{"customerConsented":true}"#, error: .invalidConsumptionStatus),
    Invalid(
      method: "POST", path: "/inApps/v1/transactions/abc/finish", body: "",
      error: .invalidTransactionId),
    Invalid(
      method: "POST", path: "/inApps/v1/notifications/history?paginationToken=",
      body: #"{"startDate":1,"endDate":2}"#, error: .invalidPaginationToken),
    Invalid(
      method: "POST", path: "/inApps/v1/notifications/history", body: #"{"endDate":2}"#,
      error: .invalidStartDate),
    Invalid(
      method: "POST", path: "/inApps/v1/notifications/history", body: "",
      error: .generalBadRequest),
    Invalid(
      method: "POST", path: "/inApps/v1/notifications/history", body: "startDate=1&endDate=2",
      error: .generalBadRequest),
  ]

  @Test(arguments: invalid)
  func `a request that is not valid gets the number of its error, and the store is not asked`(
    invalid: Invalid
  ) async throws {
    try await ServerAPIFixture.run { served in
      let response = try await served.request(invalid.method, invalid.path, body: invalid.body)

      #expect(response.status == 400, "\(response.text)")
      let body = try #require(response.body)
      #expect(try ErrorBody(body) == ErrorBody(invalid.error))
      #expect(served.store.calls.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `a body has at most 64 KiB, announced or in chunks`(isChunked: Bool) async throws {
    try await ServerAPIFixture.run { served in
      for (size, status) in [(64 * 1024, 200), (64 * 1024 + 1, 413)] {
        let body = Self.body(size)
        let length =
          isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.utf8.count)"
        let head =
          ["PUT \(Self.transaction)/appAccountToken HTTP/1.1", "Host: localhost", length]
          + ["Authorization: Bearer \(ServerAPIDouble.token)", "", ""]
        let chunk = isChunked ? "\(String(size, radix: 16))\r\n\(body)\r\n0\r\n\r\n" : body
        let response = try await served.client.send(
          AsyncStream([head.joined(separator: "\r\n"), chunk].map { ByteBuffer(string: $0) }),
          until: RawClient.Response.isComplete)

        #expect(response.status == status, "\(response.text)")
      }
      #expect(served.store.calls.count == 1)
    }
  }

  /// A body of so many bytes.
  private static func body(_ size: Int) -> String {
    let token = #"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813"}"#
    return String(repeating: " ", count: size - token.utf8.count) + token
  }

  @Test func `a request to another host name, or from another page, reaches no endpoint`()
    async throws
  {
    try await ServerAPIFixture.run { served in
      let head = "GET \(Self.transaction) HTTP/1.1\r\nAuthorization: Bearer x\r\n"
      let misdirected = try await served.client.send(
        head + "Host: shop.example\r\n\r\n", until: RawClient.Response.isComplete)
      let foreign = try await served.client.send(
        head + "Host: localhost\r\nOrigin: http://shop.example\r\n\r\n",
        until: RawClient.Response.isComplete)

      #expect(misdirected.status == 421)
      #expect(foreign.status == 403)
      #expect(served.store.calls.isEmpty)
    }
  }
}

/// The body of an error, as a client reads it.
private struct ErrorBody: Codable, Equatable {
  var errorCode: Int
  var errorMessage: String

  init(_ error: APIError) {
    errorCode = error.rawValue
    errorMessage = error.message
  }

  init(_ text: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }
}
