import Foundation
import HTTPTypes
import HummingbirdCore
import StoreAPI
import StoreHTTP
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import StoreHTTPServer

/// The status of every error, as a client gets it.
///
/// `Snapshots/error-statuses.txt` lists each with the headers that say what to do. A line is never
/// changed: programs decide by it.
@Suite(.hangLimit) struct ErrorStatusTests {
  @Test func `each error is answered with the status and the headers of the committed table`()
    async throws
  {
    let failing = FailingOperator()
    try await ServedStoreFixture.run(
      limits: .with { ($0.streamsPerDevice, $0.rate) = (0, 1) }, changing: { $0.operator = failing }
    ) { served in
      var lines: Set<String> = []
      for error in StoreError.samples {
        lines.insert(try await served.refusedCommand(because: try #require(error.code)))
      }
      for code in RequestError.Code.allCases where code != .busy {
        lines.insert(try await served.refusedRequest(because: code))
      }
      // Only a request that comes while the server ends is refused as busy.
      lines.insert(Response(RequestError(.busy, "")).tableLine(of: .busy))

      #expect(lines.count == StoreErrorCode.allCases.count + RequestError.Code.allCases.count)
      try expectSnapshot(of: lines.sorted().joined(separator: "\n"), named: "error-statuses")
    }
  }
}

/// An operator that refuses each command with the next of the sample errors.
private final class FailingOperator: StoreOperator {
  private let next = Mutex(0)

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) throws(StoreError) -> Answer<OperatorResult> {
    let index = next.withLock { next in
      defer { next += 1 }
      return next
    }
    throw StoreError.samples[index]
  }
}

extension ServedStoreFixture {
  /// A line of the table, for a command that the operator refuses.
  fileprivate func refusedCommand(because code: StoreErrorCode) async throws -> String {
    let response = try await client.request(
      "POST", "/v1/operator", token: Self.operatorKey, body: #"{"clock":{}}"#)
    #expect(response.code == code.rawValue)
    return try response.tableLine
  }

  /// A line of the table, for a request that reaches no operation.
  fileprivate func refusedRequest(because code: RequestError.Code) async throws -> String {
    let response =
      switch code {
      case .notFound: try await client.request("GET", "/v1/nothing")
      case .methodNotAllowed: try await client.request("GET", "/v1/sign-in")
      case .malformed: try await client.request("POST", "/v1/sign-in", body: "{")
      case .tooLarge:
        try await client.request("POST", "/v1/sign-in", body: String(repeating: " ", count: 8_193))
      case .tooManyStreams:
        try await updates(try await register("watch"), until: RawClient.Response.isComplete)
      case .tooManyRequests: try await refusedForItsRate()
      case .misdirected:
        try await client.send(
          "GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n", until: RawClient.Response.isComplete
        )
      case .foreignOrigin:
        try await client.request("GET", "/health", headers: ["Origin: https://evil.example"])
      case .busy: throw FixtureError(text: "no request is refused as busy")
      }
    #expect(response.code == code.rawValue)
    return try response.tableLine
  }
}

extension ServedStoreFixture {
  /// The answer to one token's request after too many others.
  fileprivate func refusedForItsRate() async throws -> RawClient.Response {
    while true {
      let response = try await client.request(
        "GET", "/v1/storefront", token: "a token", headers: RawClient.instance)
      guard response.status == 401 else { return response }
    }
  }
}

/// The status, the code and the headers that say what to do.
private func errorLine(_ status: Int, _ code: String, _ header: (String) -> String?) -> String {
  let headers = ["Allow", "Retry-After", "WWW-Authenticate"].compactMap { name in
    header(name).map { "\(name): \($0)" }
  }
  return (["\(status)", code] + headers).joined(separator: " ")
}

extension RawClient.Response {
  fileprivate var tableLine: String {
    get throws { try errorLine(#require(status), #require(code), header) }
  }
}

extension Response {
  fileprivate func tableLine(of code: RequestError.Code) -> String {
    errorLine(status.code, code.rawValue) { name in
      HTTPField.Name(name).flatMap { headers[$0] }
    }
  }
}
