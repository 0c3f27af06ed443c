import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import StoreAPI
import StoreEngine
import StoreHTTP
import TestSupport
import Testing

/// How streams end whose clients disconnect or send more.
@Suite(.timeLimit(.minutes(2))) struct StreamEndTests {
  private static let health = "GET /health HTTP/1.1\r\nHost: store\r\n\r\n"

  private static var oneStream: ServerSettings.Limits {
    var limits = ServerSettings.Limits()
    limits.streamsPerDevice = 1
    return limits
  }

  @Test
  func `a request sent together with one for a stream closes the connection and opens no stream`()
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.store.device("watch").registration
      let client = RawClient(port: served.port)

      let response = try await client.send(RawClient.updates(watch.token, after: 0) + Self.health)

      #expect(response.wasClosed)
      #expect(!response.text.contains("up"))
      try await served.waitForNoStreams()
      #expect(try await served.canOpenStream(watch.token))
    }
  }

  @Test func `a request that follows a stream closes the connection and ends the stream`()
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.store.device("watch").registration
      let parts = AsyncStream<ByteBuffer>.makeStream()
      parts.continuation.yield(ByteBuffer(string: RawClient.updates(watch.token, after: 0)))

      let response = try await RawClient(port: served.port).send(parts.stream) { text in
        if text.contains(":\n\n") { parts.continuation.yield(ByteBuffer(string: Self.health)) }
        return false
      }

      #expect(response.wasClosed)
      #expect(response.text.contains("Connection: close"))
      try await served.waitForNoStreams()
      #expect(try await served.canOpenStream(watch.token))
      #expect(served.log.text.contains(#""why":"readerSentMore""#))
    }
  }

  @Test(arguments: [("Content-Length: 2", "{}"), ("Transfer-Encoding: chunked", "2\r\n{}\r\n")])
  func `a stream request with a body is refused and does not count as the device's stream`(
    header: String, body: String
  ) async throws {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.store.device("watch").registration
      let request = RawClient.updates(watch.token, after: 0, headers: [header]) + body

      let response = try await RawClient(port: served.port).send(
        request, until: RawClient.Response.isComplete)

      #expect(response.status == 400)
      #expect(response.code == "malformed")
      try await served.waitForNoStreams()
      #expect(try await served.canOpenStream(watch.token))
    }
  }

  @Test(arguments: ["", health])
  func `a client that disconnects frees its stream and does not delay the server's shutdown`(
    more: String
  )
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneStream) { served in
      let watch = try await served.store.device("watch").registration
      let client = RawClient(port: served.port)

      _ = try await client.send(RawClient.updates(watch.token, after: 0) + more) {
        $0.contains(":\n\n")
      }

      try await served.waitForNoStreams()
      #expect(try await served.canOpenStream(watch.token))
      await served.end()
    }
  }

  @Test func `a TLS client that disconnects without a close is logged as disconnected`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = try LoopbackCertificate(in: folder, "own")
    let files = TLSFiles(certificate: own.certificate, key: own.key)

    try await ServedStoreFixture.run(tls: files) { served in
      let watch = try await served.store.device("watch").registration
      let client = try await TLSClient(port: served.port, trusting: own)
      try await client.send(RawClient.updates(watch.token, after: 0))
      try await served.waitForStreams(1)

      try await client.disconnect()

      try await served.waitForNoStreams()
      try await served.log.wait(for: "stream ended")
      #expect(served.log.text.contains(#""why":"readerLeft""#))
    }
  }

  @Test func `the log says why each stream ended`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration
      let car = try await served.store.device("car").registration
      let client = RawClient(port: served.port)
      _ = try await client.send(RawClient.updates(watch.token, after: 0)) { $0.contains(":\n\n") }
      try await served.log.wait(for: #""why":"readerLeft""#)

      async let removed = client.send(RawClient.updates(watch.token, after: 0))
      try await served.waitForStreams(1)
      _ = try await served.store.engine.removeDevice("watch", signIn: served.store.signIn.token)
      #expect(try await removed.wasClosed)
      try await served.log.wait(for: #""why":"storeEnded""#)

      async let last = client.send(RawClient.updates(car.token, after: 0))
      try await served.waitForStreams(1)
      await served.end()
      #expect(try await last.wasClosed)
      try await served.log.wait(for: #""why":"serverEnding""#)
    }
  }
}

extension ServedStoreFixture {
  fileprivate func waitForNoStreams() async throws { try await waitForStreams(0) }

  /// Whether the device can open a stream; waits until its earlier one has ended.
  fileprivate func canOpenStream(_ token: String) async throws -> Bool {
    while true {
      let response = try await RawClient(port: port).send(RawClient.updates(token, after: 0)) {
        $0.contains(":\n\n") || RawClient.Response.isComplete($0)
      }
      if response.status != 429 { return response.status == 200 }
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
