import StoreHTTP
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(2))) struct ConnectionLimiterTests {
  @Test func `an address has so many connections and no more, until one ends`() async throws {
    var limits = ServerSettings.Limits()
    limits.connectionsPerAddress = 2
    try await ServedStoreFixture.run(limits: limits) { served in
      let client = RawClient(port: served.port)
      let held = Task { try await client.say("") }
      try await served.connectionsAre(1)

      let second = try await client.ask("GET", "/health")
      // The client is done before the server is: until then the seat is taken.
      try await served.connectionsAre(1)
      let third = Task { try await client.say("") }
      try await served.connectionsAre(2)
      let fourth = try await client.say("")
      held.cancel()
      _ = try await held.value
      third.cancel()
      _ = try await third.value
      try await served.connectionsAre(0)
      let last = try await client.ask("GET", "/health")

      #expect(second.status == 200)
      #expect(fourth.wasClosed && fourth.text.isEmpty)
      #expect(served.metrics.text.contains("skdemo_connections_refused_total 1\n"))
      #expect(last.status == 200)
    }
  }

  @Test func `an address may have three quarters of all connections, unless it is said otherwise`()
  {
    var limits = ServerSettings.Limits()
    limits.connections = 200
    #expect(limits.connectionsPerAddress == 150)
    limits.connections = 1
    #expect(limits.connectionsPerAddress == 1)

    limits.connectionsPerAddress = 7

    #expect(limits.connectionsPerAddress == 7)
  }
}
