import HTTPService
import NIOCore
import NIOPosix
import StoreAPI
import StoreHTTP
import StoreHTTPServer
import TestSupport
import Testing

/// Clients that send and never read, at a server with all its handlers.
///
/// Only the write deadline ends them: every other one is a day.
@Suite(.hangLimit) struct SlowReaderTests {
  private static let limits = ServedLimits.with {
    $0.writeTime = .milliseconds(300)
    $0.idleTime = .seconds(86_400)
    $0.readTime = .seconds(86_400)
    $0.heartbeat = .seconds(86_400)
  }

  @Test func `a client that reads no response is cut off`() async throws {
    try await ServedStoreFixture.run(limits: Self.limits) { served in
      let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"

      let client = try await served.connectWithoutReading(
        sending: String(repeating: request, count: 500))

      try await served.waitForRequests(operation: "openapi")
      try await served.waitForConnections(0)
      client.close(promise: nil)
    }
  }

  @Test func `a client that reads no update is cut off, and the log says why`() async throws {
    try await ServedStoreFixture.run(limits: Self.limits) { served in
      let (car, _) = try await served.store.device("car")
      try await car.buy("subscription.pro")
      // A thousand renewals are more than the system's buffers take.
      try await served.store.advance("P80Y")
      let watch = try await served.register("watch")

      let client = try await served.connectWithoutReading(
        sending: RawClient.updates(watch.token, after: 0))

      try await served.log.wait(for: #""why":"clientTooSlow""#)
      try await served.waitForConnections(0)
      client.close(promise: nil)
    }
  }
}

extension ServedStoreFixture {
  /// A connection with a small buffer that is never read.
  fileprivate func connectWithoutReading(sending text: String) async throws -> any Channel {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.autoRead, value: false)
      .channelOption(.socketOption(.so_rcvbuf), value: 4_096)
      .connect(host: "127.0.0.1", port: port).get()
    try await channel.writeAndFlush(ByteBuffer(string: text))
    return channel
  }
}
