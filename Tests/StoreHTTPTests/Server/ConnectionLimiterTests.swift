import StoreHTTPServer
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(2))) struct ConnectionLimiterTests {
  @Test func `an address has a limited number of connections`() async throws {
    var limits = ServerSettings.Limits()
    limits.connectionsPerAddress = 2
    try await ServedStoreFixture.run(limits: limits) { served in
      let client = RawClient(port: served.port)
      let held = Task { try await client.send("") }
      try await served.waitForConnections(1)

      let second = try await client.request("GET", "/health")
      // The connection counts until the server has closed it, which is after the client has.
      try await served.waitForConnections(1)
      let third = Task { try await client.send("") }
      try await served.waitForConnections(2)
      let fourth = try await client.send("")
      held.cancel()
      _ = try await held.value
      third.cancel()
      _ = try await third.value
      try await served.waitForConnections(0)
      let last = try await client.request("GET", "/health")

      #expect(second.status == 200)
      #expect(fourth.wasClosed && fourth.text.isEmpty)
      #expect(served.metrics.text.contains("skdemo_connections_refused_total 1\n"))
      #expect(last.status == 200)
    }
  }

  @Test func `the default limit of an address is three quarters of all connections`() {
    var limits = ServerSettings.Limits()
    limits.connections = 200
    #expect(limits.connectionsPerAddress == 150)
    limits.connections = 1
    #expect(limits.connectionsPerAddress == 1)

    limits.connectionsPerAddress = 7

    #expect(limits.connectionsPerAddress == 7)
  }
}
