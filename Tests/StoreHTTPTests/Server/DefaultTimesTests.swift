import HTTPService
import StoreAPI
import StoreHTTPClient
import StoreHTTPServer
import Testing

/// The times and bounds of a server and of its clients that nobody has set.
///
/// The two must fit: a client gives up later than the server sends its heartbeat.
@Suite struct DefaultTimesTests {
  @Test func `a server's times`() {
    let limits = ServedLimits()

    #expect(limits.idleTime == .seconds(60))
    #expect(limits.readTime == .seconds(30))
    #expect(limits.writeTime == .seconds(30))
    #expect(limits.lingerTime == .seconds(1))
    #expect(limits.heartbeat == .seconds(15))
    #expect(limits.readinessInterval == .seconds(1))
    #expect(limits.endingTime == .seconds(20))
  }

  @Test func `a server's bounds`() {
    let limits = ServedLimits()

    #expect(limits.connections == 20_000)
    #expect(limits.connectionsPerAddress == 15_000)
    #expect(limits.streamsPerDevice == 16)
    #expect(limits.streamsPerAccount == 64)
    #expect(limits.requests == 32)
    #expect(limits.requestsPerAccount == 8)
    #expect(limits.waitingPerAccount == 64)
    #expect(limits.rate == 200)
    #expect(limits.store.burst == 2_000)
    #expect(limits.bodySize == 262_144)
  }

  @Test func `a client's times and bounds`() {
    let settings = HTTPStore.Settings()

    #expect(settings.connectTimeout == .seconds(3))
    #expect(settings.answerTimeout == .seconds(10))
    #expect(settings.signInTimeout == .seconds(60))
    #expect(settings.operatorTimeout == .seconds(300))
    #expect(settings.idleTimeout == .seconds(45))
    #expect(settings.connectionLimit == 1_024)
  }

  @Test func `a client waits for two heartbeats before it gives up a stream`() {
    #expect(HTTPStore.Settings().idleTimeout >= ServedLimits().heartbeat * 2)
  }
}
