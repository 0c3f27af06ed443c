import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// The stream of one command of the operator.
@Suite(.timeLimit(.minutes(1))) struct CommandStreamTests {
  private static let advance = #"{"advance":{"move":{"by":"P2M"}}}"#

  @Test(arguments: [
    "text/event-stream", "application/json, text/event-stream;q=0.5", "TEXT/EVENT-STREAM",
  ])
  func `a client that accepts events gets the progress and then the answer`(
    accept: String
  ) async throws {
    try await ServedStoreFixture.run { served in
      try await served.store.device("phone").backend.buy("subscription.standard")

      let response = try await served.command(Self.advance, accept: accept)

      let names = response.text.matches(of: /event: (\w+)/).map { String($0.1) }
      #expect(response.text.contains("Content-Type: text/event-stream"))
      #expect(names == ["progress", "answer"])
      #expect(response.text.contains(#""events":2"#))
      #expect(response.text.contains(#"data: {"time":{"#))
      #expect(response.wasClosed)
      #expect(served.log.text.contains(#""operation":"advance""#))
    }
  }

  @Test(arguments: ["application/json", "*/*", "text/*"])
  func `a client that does not name events gets the answer as JSON`(accept: String) async throws {
    try await ServedStoreFixture.run { served in
      let response = try await served.client.request(
        "POST", "/v1/operator", token: ServedStoreFixture.operatorKey, body: Self.advance,
        headers: ["Accept: \(accept)"])

      #expect(response.status == 200)
      #expect(response.body?.contains(#""advanced""#) == true)
    }
  }

  @Test func `a refused command is a fault in the stream`() async throws {
    try await ServedStoreFixture.run { served in
      let response = try await served.command(
        #"{"refund":{"transactionID":"7"}}"#, accept: "text/event-stream")

      let fault = #"event: fault\ndata: {"error":{"code":"unknownTransaction""#
      #expect(response.text.contains(fault.replacing(#"\n"#, with: "\n")))
    }
  }

  @Test func `a client without the key gets no stream`() async throws {
    try await ServedStoreFixture.run { served in
      let response = try await served.client.request(
        "POST", "/v1/operator", token: "guessed", body: Self.advance,
        headers: ["Accept: text/event-stream"])

      #expect(response.status == 401)
    }
  }

  @Test func `a server that shuts down ends a command at a consistent moment`() async throws {
    try await ServedStoreFixture.run { served in
      let engine = served.store.engine
      _ = try await engine.perform(.setRenewalLimit(isOn: false))
      _ = try await engine.perform(.setPace(pace: .oneRenewalEveryTwoSeconds))
      try await served.store.device("phone").backend.buy("subscription.standard")
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let storeOperator = try served.operator
      let advance = Task {
        try await storeOperator.perform(
          .advance(move: .to(.fixture.addingTimeInterval(1_000_000)))
        ) { _ in begin.yield() }
      }
      for await _ in begun.prefix(1) {}

      await served.end()

      await #expect(throws: StoreFault.self) { try await advance.value }
      let stopped = try await engine.perform(.advance(move: .by(.zero))).time.now
      let renewals = try await engine.transactions(account: nil).value.count - 1
      #expect(stopped == .fixture.addingTimeInterval(2 * TimeInterval(renewals)))
      #expect(renewals < 500_000)
    }
  }
}

extension ServedStoreFixture {
  /// Sends a command of the operator, and receives until the server closes the connection.
  fileprivate func command(_ body: String, accept: String) async throws -> RawClient.Response {
    let lines = [
      "POST /v1/operator HTTP/1.1", "Host: store", "Authorization: Bearer \(Self.operatorKey)",
      "Accept: \(accept)", "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
    ]
    return try await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }
}
