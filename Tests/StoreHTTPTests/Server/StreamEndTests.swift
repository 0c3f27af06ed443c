import HTTPService
import NIOCore
import NIOPosix
import NIOSSL
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreHTTPServer
import TestSupport
import Testing

/// The ends of streams whose clients disconnect or send more.
@Suite(.hangLimit) struct StreamEndTests {
  private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private static let oneStream = ServedLimits.with { $0.streamsPerDevice = 1 }

  @Test
  func `a request sent together with one for a stream closes the connection and opens no stream`()
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.register("watch")

      let response = try await served.updates(watch, and: Self.health)

      #expect(response.wasClosed)
      #expect(!response.text.contains("up"))
      #expect(try await served.canOpenStream(watch))
    }
  }

  @Test func `a request that follows a stream closes the connection and ends the stream`()
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.register("watch")
      let parts = AsyncStream<ByteBuffer>.makeStream()
      parts.continuation.yield(ByteBuffer(string: RawClient.updates(watch.token, after: 0)))

      let response = try await served.client.send(parts.stream) { text in
        if RawClient.hasBegun(text) { parts.continuation.yield(ByteBuffer(string: Self.health)) }
        return false
      }

      #expect(response.wasClosed)
      #expect(response.text.contains("Connection: close"))
      #expect(try await served.canOpenStream(watch))
      #expect(served.log.text.contains(#""why":"clientSentMore""#))
    }
  }

  @Test(arguments: [("Content-Length: 2", "{}"), ("Transfer-Encoding: chunked", "2\r\n{}\r\n")])
  func `a stream request with a body is refused and does not count as the device's stream`(
    header: String, body: String
  ) async throws {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.register("watch")

      let response = try await served.updates(
        watch, headers: [header], and: body, until: RawClient.Response.isComplete)

      #expect(response.status == 400)
      #expect(response.code == "malformed")
      #expect(try await served.canOpenStream(watch))
    }
  }

  @Test(arguments: ["", health])
  func `a client that disconnects frees its stream and does not delay the server's shutdown`(
    more: String
  )
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.register("watch")

      _ = try await served.updates(watch, and: more, until: RawClient.hasBegun)

      #expect(try await served.canOpenStream(watch))
      await served.end()
    }
  }

  @Test func `a TLS client that disconnects without a close is logged as disconnected`()
    async throws
  {
    let folder = try TemporaryFolder()
    let own = try LoopbackCertificate(in: folder.url, "own")

    try await ServedStoreFixture.run(tls: TLSFiles(own)) { served in
      let watch = try await served.register("watch")
      let client = try await TLSClient(port: served.port, trusting: own)
      try await client.send(RawClient.updates(watch.token, after: 0))
      try await served.waitForStreams(1)

      try await client.disconnect()

      try await served.waitForStreams(0)
      try await served.log.wait(for: "stream ended")
      #expect(served.log.text.contains(#""why":"clientDisconnected""#))
    }
  }

  @Test func `the log says why each stream ended`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.register("watch")
      let car = try await served.register("car")
      _ = try await served.updates(watch, until: RawClient.hasBegun)
      try await served.log.wait(for: #""why":"clientDisconnected""#)

      async let removed = served.updates(watch)
      try await served.waitForStreams(1)
      _ = try await served.store.engine.removeDevice("watch", signIn: served.store.signIn.token)
      #expect(try await removed.wasClosed)
      try await served.log.wait(for: #""why":"storeEnded""#)

      async let last = served.updates(car)
      try await served.waitForStreams(1)
      await served.end()
      #expect(try await last.wasClosed)
      try await served.log.wait(for: #""why":"serverEnding""#)
    }
  }
}

extension ServedStoreFixture {
  /// Whether the device can open a stream after the server has counted the end of all others.
  func canOpenStream(_ device: Registration) async throws -> Bool {
    try await waitForStreams(0)
    return try await openStream(device).status == 200
  }

  /// Opens a stream when there is a permit for it.
  ///
  /// The server counts the end of a stream a little before its permit is free.
  func openStream(_ device: Registration) async throws -> RawClient.Response {
    while true {
      let response = try await updates(device) {
        RawClient.hasBegun($0) || RawClient.Response.isComplete($0)
      }
      if response.status != 429 { return response }
    }
  }
}

/// A client over TLS that can disconnect without TLS's close.
private struct TLSClient {
  private let channel: any Channel

  init(port: Int, trusting own: LoopbackCertificate) async throws {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .file(own.certificate)
    let context = try NIOSSLContext(configuration: configuration)
    channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: context, serverHostname: nil))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  func send(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text)).get()
  }

  func disconnect() async throws {
    try await channel.eventLoop.submit { [channel] in
      let tls = try channel.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
      tls.close(promise: nil)
    }.get()
  }
}
