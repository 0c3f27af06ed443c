import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import TestSupport
import Testing

/// Updates over broken connections.
@Suite(.hangLimit) struct HTTPUpdatesTests {
  @Test func `a stream that breaks ends, and the next one resumes where it ended`() async throws {
    try await ScriptedServer.run(
      [.events(.update(5), .update(8), closes: true), .events(.update(8), .update(9))]
    ) { server, client async throws in
      let backend = client.backend()
      var updates = backend.updates(after: 3).makeLimitedIterator()
      #expect(try await updates.next() == SampleAnswers.update(5))
      #expect(try await updates.next() == SampleAnswers.update(8))
      await #expect {
        try await updates.next()
      } throws: { ($0 as? StoreError)?.code == .unavailable }

      var next = backend.updates(after: 8).makeLimitedIterator()

      #expect(try await next.next() == SampleAnswers.update(9), "no update is repeated")
      #expect(server.requests.map(\.line).first == "GET /v1/updates?after=3")
      #expect(server.requests.map { $0.headers["last-event-id"] } == ["3", "8"])
    }
  }

  @Test func `an event that comes again on the same stream is passed on once`() async throws {
    try await ScriptedServer.run([.events(.update(5), .update(5), .update(4), .update(6))]) {
      _, client async throws in
      var updates = client.updates()

      #expect(try await updates.next() == SampleAnswers.update(5))
      #expect(try await updates.next() == SampleAnswers.update(6))
    }
  }

  @Test func `a change of the time arrives between two events`() async throws {
    let time = Answer(StoreUpdate(sequence: 5, change: .time), at: SampleAnswers.time)
    let timeEvent = ServerSentEvent(.update, data: ScriptedServer.Response.text(time))
    try await ScriptedServer.run([.events(.update(5), timeEvent, .update(6))]) {
      _, client async throws in
      var updates = client.updates()

      #expect(try await updates.next() == SampleAnswers.update(5))
      #expect(try await updates.next() == time)
      #expect(try await updates.next() == SampleAnswers.update(6))
    }
  }

  @Test func `an update of a kind that is not known ends no stream`() async throws {
    let text = ScriptedServer.Response.text(SampleAnswers.update(7))
    let paused = text.replacing(#"{"finished":"7"}"#, with: #"{"paused":{}}"#)
    try await ScriptedServer.run([.events(ServerSentEvent(.update, data: paused), .update(8))]) {
      _, client async throws in
      var updates = client.updates()

      #expect(try await updates.next()?.value == StoreUpdate(sequence: 7, change: .unknown))
      #expect(try await updates.next() == SampleAnswers.update(8))
    }
  }

  @Test func `a request for a refund in a state of a later version ends no stream`() async throws {
    let request = TransactionRefundRequest(
      transactionID: TransactionID(rawValue: 7), state: .granted)
    let text = ScriptedServer.Response.text(
      Answer(StoreUpdate(sequence: 7, change: .refundRequest(request)), at: SampleAnswers.time))
    let later = text.replacing("GRANTED", with: "ESCALATED")
    try await ScriptedServer.run([.events(ServerSentEvent(.update, data: later), .update(8))]) {
      _, client async throws in
      var updates = client.updates()

      let change = try await updates.next()?.value.change
      #expect(
        change
          == .refundRequest(
            TransactionRefundRequest(transactionID: request.transactionID, state: .unknown)))
      #expect(try await updates.next() == SampleAnswers.update(8))
    }
  }

  @Test func `a removed device's stream ends at once`() async throws {
    try await ScriptedServer.run([.error(.unauthorized)]) { server, client in
      var updates = client.updates()

      await #expect(throws: StoreError.unauthorized) { try await updates.next() }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `the stream of an unreachable store fails with the reason`()
    async throws
  {
    let client = try PauseRecordingClient.atClosedPort()
    var updates = client.updates()

    await #expect(throws: client.unavailable("connection refused")) {
      try await updates.next()
    }
  }

  @Test func `a stream that is silent too long ends at once`() async throws {
    try await ScriptedServer.run([.events()]) { server, client in
      var updates = client.updates { $0.idleTimeout = .milliseconds(50) }

      await #expect(
        throws: HeartbeatTimeout("\(client.address): it has sent nothing for 0.05 seconds")
      ) { try await updates.next() }
      // The server must not end before it has accepted the connection.
      try await server.waitForRequests()
      #expect(server.requests.count == 1)
    }
  }

  @Test func `ending the iteration closes the connection`() async throws {
    try await ScriptedServer.run([.events(.update(5))]) { server, client in
      try await limited("the update") {
        for try await update in client.backend().updates(after: 3) {
          #expect(update.value.sequence == 5)
          break
        }
      }

      try await server.waitForConnectionEnd()
    }
  }

  @Test func `cancelling a stream's task ends it and closes the connection`()
    async throws
  {
    try await ScriptedServer.run([.events()]) { server, client in
      let listening = Task {
        for try await _ in client.backend().updates(after: 3) {}
      }
      try await server.waitForRequests()

      listening.cancel()

      try await limited("the end of the stream") { try await listening.value }
      try await server.waitForConnectionEnd()
    }
  }

  @Test(arguments: [
    StoreError.unauthorized, .unavailable(reason: "the store was reset: connect again"),
  ])
  func `an error in the stream ends it`(error: StoreError) async throws {
    try await ScriptedServer.run([.events(.update(5), .error(error))]) {
      server, client async throws in
      var updates = client.updates()

      #expect(try await updates.next() == SampleAnswers.update(5))
      await #expect(throws: error) { try await updates.next() }
      #expect(server.requests.count == 1)
    }
  }
}
