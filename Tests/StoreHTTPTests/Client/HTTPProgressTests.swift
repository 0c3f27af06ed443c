import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

/// The stream of one command, as a client reads it.
@Suite(.hangLimit) struct HTTPProgressTests {
  private static let answer = Answer(
    OperatorResult.advanced(from: SampleAnswers.time.now, to: SampleAnswers.time.now, events: 3),
    at: SampleAnswers.time)
  private static let command = OperatorCommand.advance(move: .to(SampleAnswers.time.now))

  @Test func `the progress is passed on in order, and then the answer is returned`() async throws {
    try await ScriptedServer.run([.events(.progress(1), .progress(2), .answer(Self.answer))]) {
      server, client in
      let heard = Mutex<[Int]>([])

      let answer = try await client.operator.perform(Self.command) { progress in
        heard.withLock { $0.append(progress.events) }
      }

      #expect(answer == Self.answer)
      #expect(heard.withLock { $0 } == [1, 2])
      #expect(server.requests.first?.headers["accept"]?.contains("text/event-stream") == true)
    }
  }

  @Test func `an error in the stream is thrown`() async throws {
    try await ScriptedServer.run([.events(.progress(1), .error(.unknownAccount(name: "ann")))]) {
      server, client in
      await #expect(throws: StoreError.unknownAccount(name: "ann")) {
        try await client.operator.perform(Self.command)
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `an error that only a later version knows is a refusal`() async throws {
    let later = #"{"error":{"code":"clockIsBroken","message":"the clock is broken"}}"#
    try await ScriptedServer.run([.events(ServerSentEvent(.error, data: later))]) { _, client in
      let error = await #expect(throws: StoreError.self) {
        try await client.operator.perform(Self.command)
      }

      guard case .unknown? = error else { throw FixtureError(text: "\(String(describing: error))") }
    }
  }

  @Test(arguments: [
    (ScriptedServer.Response.events(.progress(1), closes: true), "ended"),
    (.events(.error(.unavailable(reason: "the call was cancelled"))), "the call was cancelled"),
    (.events(ServerSentEvent(.progress, data: "{}")), "cannot be read"),
    (.events(ServerSentEvent(.answer, data: "none")), "cannot be read"),
  ])
  func `an advance whose answer was lost is not sent again`(
    response: ScriptedServer.Response, reason: String
  ) async throws {
    try await ScriptedServer.run([response]) { server, client in
      let error = await #expect(throws: StoreError.self) {
        try await client.operator.perform(Self.command)
      }

      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a store that sends no events answers as always`() async throws {
    try await ScriptedServer.run([.json(Self.answer)]) { _, client in
      let answer = try await client.operator.perform(Self.command)

      #expect(answer == Self.answer)
    }
  }
}

extension ServerSentEvent {
  fileprivate static func progress(_ events: Int) -> ServerSentEvent {
    let now = SampleAnswers.time.now
    let progress = OperatorProgress(from: now, reached: now, target: now, events: events)
    return ServerSentEvent(.progress, data: ScriptedServer.Response.text(progress))
  }

  fileprivate static func answer(_ answer: Answer<OperatorResult>) -> ServerSentEvent {
    ServerSentEvent(.answer, data: ScriptedServer.Response.text(answer))
  }
}
