import Foundation
import StoreAPI
import StoreHTTP
import Synchronization
import Testing

/// Updates over connections that break.
@Suite(.timeLimit(.minutes(1))) struct HTTPUpdatesTests {
  @Test func `a stream that breaks goes on where it ended, and says nothing twice`()
    async throws
  {
    try await ScriptedServer.run(
      .events(.update(5), .update(8), closes: true), .closes, .http(502, ""),
      .events(.update(8), .update(9))
    ) { server, address in
      let backend = try HastyClient(address).backend()
      var updates = backend.updates(after: 3).makeAsyncIterator()

      var heard: [Int64] = []
      while heard.count < 3, let update = try await updates.next() {
        heard.append(update.value.sequence)
      }

      #expect(heard == [5, 8, 9])
      #expect(server.requests.map(\.line).first == "GET /v1/updates?after=3")
      #expect(server.requests.map { $0.headers["last-event-id"] } == ["3", "8", "8", "8"])
    }
  }

  @Test func `an event that was cut in two is heard whole from the next stream`() async throws {
    let half = ScriptedServer.Answer(
      bytes: String(ScriptedServer.Answer.events(.update(5)).bytes.dropLast(9)), closes: true)
    try await ScriptedServer.run(half, .events(.update(5))) { _, address in
      let backend = try HastyClient(address).backend()
      var updates = backend.updates(after: 3).makeAsyncIterator()

      #expect(try await updates.next() == Answers.update(5))
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

  @Test func `a heartbeat is a sign of life, after which the retries are counted anew`()
    async throws
  {
    let alive = ScriptedServer.Answer(
      bytes: ScriptedServer.Answer.events().bytes + ServerSentEvent.heartbeat, closes: true)
    try await ScriptedServer.run(alive, alive, alive, alive, .events(.update(5))) { _, address in
      let client = HastyClient(address)
      let backend = try client.backend { $0.backoff.tries = 2 }
      var updates = backend.updates(after: 3).makeAsyncIterator()

      #expect(try await updates.next() == Answers.update(5))
      #expect(client.pauses == Array(repeating: .milliseconds(100), count: 4))
    }
  }

  @Test func `a stream that breaks long after its last sign of life is opened again`()
    async throws
  {
    let clock = Mutex(Duration.zero)
    let (breaking, end) = AsyncStream<Void>.makeStream()
    var first = ScriptedServer.Answer.events(.update(5), closes: true)
    first.lingers = { for await _ in breaking {} }
    try await ScriptedServer.run(first, .closes, .events(.update(6))) { _, address in
      let backend = try HastyClient(address).backend { settings in
        settings.monotonic = { clock.withLock { $0 } }
      }
      var updates = backend.updates(after: 3).makeAsyncIterator()
      #expect(try await updates.next() == Answers.update(5))

      clock.withLock { $0 = .seconds(3_600) }
      end.finish()

      #expect(try await updates.next() == Answers.update(6))
    }
  }

  @Test func `a stream that has fallen silent is opened again`() async throws {
    try await ScriptedServer.run(.events(), .events(.update(5))) { _, address in
      let backend = try HastyClient(address).backend {
        $0.idleTimeout = .milliseconds(50)
        $0.backoff.tries = 10_000
      }
      var updates = backend.updates(after: 3).makeAsyncIterator()

      #expect(try await updates.next() == Answers.update(5))
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
