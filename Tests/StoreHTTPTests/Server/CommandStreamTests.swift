import Foundation
import HTTPService
import StoreAPI
import StoreHTTPServer
import StoreOperatorAPI
import Telemetry
import TestSupport
import Testing

/// The stream of one command of the operator.
@Suite(.hangLimit) struct CommandStreamTests {
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

  @Test func `a refused command is an error in the stream, in the log and in the metrics`()
    async throws
  {
    try await ServedStoreFixture.run { served in
      let response = try await served.command(
        #"{"refund":{"transactionID":"7"}}"#, accept: "text/event-stream")

      let event = "event: fault\ndata: {\"error\":{\"code\":\"unknownTransaction\""
      #expect(response.text.contains(event))
      try await served.log.wait(for: #""fault":"unknownTransaction""#)
      let counts = served.metrics.text.split(separator: "\n").filter {
        $0.hasPrefix("skdemo_command_faults_total")
      }
      #expect(counts.count == 1)
      #expect(counts.first?.contains(#"code="unknownTransaction""#) == true)
      #expect(counts.first?.contains(#"operation="refund""#) == true)
      #expect(counts.first?.hasSuffix(" 1") == true)
      #expect(!served.metrics.text.contains(/skdemo_update_events_total [1-9]/))
    }
  }

  @Test(arguments: ["text/event-stream", "application/json"])
  func `an advance whose client disconnects stops at a consistent moment`(
    accept: String
  ) async throws {
    try await ServedStoreFixture.run { served in
      try await served.sellPlan()
      let before = try await served.store.engine.clock().now
      let client = Task { try await served.command(Self.longAdvance, accept: accept) }
      try await wait { try await served.store.engine.clock().now != before }

      client.cancel()
      _ = await client.result

      try await served.expectStoppedAtRenewal()
    }
  }

  @Test(arguments: ["text/event-stream", "application/json"])
  func `a server that shuts down ends an advance at a consistent moment`(
    accept: String
  ) async throws {
    try await ServedStoreFixture.run { served in
      try await served.sellPlan()
      let before = try await served.store.engine.clock().now
      async let response = served.command(Self.longAdvance, accept: accept)
      try await wait { try await served.store.engine.clock().now != before }

      await served.end()

      #expect(try await !response.text.contains(#""advanced""#))
      try await served.expectStoppedAtRenewal()
    }
  }

  @Test func `while a command is silent its client gets heartbeats, and ends it by disconnecting`()
    async throws
  {
    let silent = SilentOperator()
    try await ServedStoreFixture.run(
      limits: .with { $0.heartbeat = .milliseconds(5) }, changing: { $0.operator = silent }
    ) { served in
      let response = try await served.command(Self.advance, accept: "text/event-stream") {
        $0.matches(of: /:\n\n/).count >= 3
      }

      #expect(!response.wasClosed)
      #expect(!response.text.contains("event:"))
      try await limited("the end of the command") { for await _ in silent.cancelled {} }
    }
  }

  /// With a plan that renews every two seconds, a million renewals.
  private static let longAdvance = #"{"advance":{"move":{"by":"PT2000000S"}}}"#
}

extension ServedStoreFixture {
  /// Sends a command of the operator, and receives until the server closes the connection or `isEnough`.
  fileprivate func command(
    _ body: String, accept: String,
    until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> RawClient.Response {
    let lines = [
      "POST /v1/operator HTTP/1.1", "Host: localhost", "Authorization: Bearer \(Self.operatorKey)",
      "Accept: \(accept)", "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
    ]
    return try await client.send(
      lines.joined(separator: "\r\n") + "\r\n\r\n" + body, until: isEnough)
  }

  /// Buys a plan that renews every two seconds.
  fileprivate func sellPlan() async throws {
    _ = try await store.engine.perform(.setRenewalLimit(isOn: false))
    _ = try await store.engine.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    try await store.device("phone").backend.buy("subscription.standard")
  }

  /// Expects that an advance has ended early, and that every renewal until the clock's time has happened.
  fileprivate func expectStoppedAtRenewal() async throws {
    let stopped = try await store.engine.perform(.advance(move: .by(.zero))).time.now
    let renewals = try await store.engine.transactions(account: nil).value.count - 1
    #expect(stopped == .fixture.addingTimeInterval(2 * TimeInterval(renewals)))
    #expect(renewals < 1_000_000)
  }
}

/// An operator whose command says nothing until it is cancelled.
private struct SilentOperator: StoreOperator {
  /// Ends when the command was cancelled.
  let cancelled: AsyncStream<Never>
  private let end: AsyncStream<Never>.Continuation

  init() { (cancelled, end) = AsyncStream.makeStream() }

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    end.finish()
    throw .unavailable(reason: "the command was cancelled")
  }
}
