import Foundation
import StoreAPI
import StoreHTTP
import Testing

/// Updates over connections that break.
@Suite(.timeLimit(.minutes(1))) struct HTTPUpdatesTests {
  @Test func `a stream that breaks ends, and the next goes on where it ended`() async throws {
    try await ScriptedServer.run(
      .events(.update(5), .update(8), closes: true), .events(.update(8), .update(9))
    ) { server, address in
      let backend = try HastyClient(address).backend()
      var updates = backend.updates(after: 3).makeAsyncIterator()
      #expect(try await updates.next() == Answers.update(5))
      #expect(try await updates.next() == Answers.update(8))
      await #expect(throws: StoreFault.self) { try await updates.next() }

      var next = backend.updates(after: 8).makeAsyncIterator()

      #expect(try await next.next() == Answers.update(9), "nothing is said twice")
      #expect(server.requests.map(\.line).first == "GET /v1/updates?after=3")
      #expect(server.requests.map { $0.headers["last-event-id"] } == ["3", "8"])
    }
  }

  @Test func `a change of time comes between two events, and is none`() async throws {
    let time = Answer(StoreUpdate(sequence: 5, change: .time), at: Answers.time)
    let said = ServerSentEvent(.update, data: ScriptedServer.Answer.text(time))
    try await ScriptedServer.run(.events(.update(5), said, .update(6))) { _, address in
      let backend = try HastyClient(address).backend()
      var updates = backend.updates(after: 3).makeAsyncIterator()

      #expect(try await updates.next() == Answers.update(5))
      #expect(try await updates.next() == time)
      #expect(try await updates.next() == Answers.update(6))
    }
  }

  @Test func `half an event is none`() async throws {
    let half = ScriptedServer.Answer(
      bytes: String(ScriptedServer.Answer.events(.update(5)).bytes.dropLast(9)), closes: true)
    try await ScriptedServer.run(half) { _, address in
      var updates = try HastyClient(address).backend().updates(after: 3).makeAsyncIterator()

      await #expect(throws: StoreFault.self) { try await updates.next() }
    }
  }

  @Test(arguments: [StoreFault.unauthorized, .unavailable("the store was reset: connect again")])
  func `a fault in the stream ends it`(fault: StoreFault) async throws {
    try await ScriptedServer.run(.events(.update(5), .fault(fault))) { server, address in
      let backend = try HastyClient(address).backend()
      var updates = backend.updates(after: 3).makeAsyncIterator()

      #expect(try await updates.next() == Answers.update(5))
      await #expect(throws: fault) { try await updates.next() }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a device that has been removed hears so at once`() async throws {
    try await ScriptedServer.run(.fault(.unauthorized)) { server, address in
      let backend = try HastyClient(address).backend()
      var updates = backend.updates(after: 3).makeAsyncIterator()

      await #expect(throws: StoreFault.unauthorized) { try await updates.next() }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `who listens to a store that has gone is told that it cannot be reached`()
    async throws
  {
    try await ClosedPort.run { address in
      var updates = try HastyClient(address).backend().updates(after: 3).makeAsyncIterator()

      await #expect(throws: StoreFault.unavailable("\(address): connection refused")) {
        try await updates.next()
      }
    }
  }

  @Test func `a stream that has fallen silent says so at once`() async throws {
    try await ScriptedServer.run(.events()) { server, address in
      let backend = try HastyClient(address).backend { $0.idleTimeout = .milliseconds(50) }
      var updates = backend.updates(after: 3).makeAsyncIterator()

      await #expect(
        throws: SilentStream("\(address): it has said nothing for 0.05 seconds")
      ) { try await updates.next() }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `who stops listening closes the connection`() async throws {
    try await ScriptedServer.run(.events(.update(5))) { server, address in
      let backend = try HastyClient(address).backend()

      for try await update in backend.updates(after: 3) {
        #expect(update.value.sequence == 5)
        break
      }

      await server.connectionEnded()
    }
  }

  @Test func `who is cancelled while listening hears an end, and the connection closes`()
    async throws
  {
    try await ScriptedServer.run(.events()) { server, address in
      let backend = try HastyClient(address).backend()
      let listening = Task {
        for try await _ in backend.updates(after: 3) {}
      }
      try await server.wasAsked()

      listening.cancel()

      try await listening.value
      await server.connectionEnded()
    }
  }
}
