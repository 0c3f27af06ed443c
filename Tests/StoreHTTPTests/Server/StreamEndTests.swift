import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import StoreAPI
import StoreEngine
import StoreHTTP
import TestSupport
import Testing

/// What becomes of a stream whose reader does something else than to read.
@Suite(.timeLimit(.minutes(2))) struct StreamEndTests {
  private static let health = "GET /health HTTP/1.1\r\nHost: store\r\n\r\n"

  private static var oneSeat: ServerSettings.Limits {
    var limits = ServerSettings.Limits()
    limits.streamsPerDevice = 1
    return limits
  }

  @Test
  func `a request that comes with that for a stream closes the connection and leaves no stream`()
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneSeat) { served in
      let watch = try await served.store.device("watch").registration
      let client = RawClient(port: served.port)

      let heard = try await client.say(RawClient.listen(watch.token, after: 0) + Self.health)

      #expect(heard.wasClosed)
      #expect(!heard.text.contains("up"))
      try await served.allStreamsEnd()
      #expect(try await served.permit(of: watch.token))
    }
  }

  @Test func `a request that follows a stream closes the connection and ends the stream`()
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneSeat) { served in
      let watch = try await served.store.device("watch").registration
      let parts = AsyncStream<ByteBuffer>.makeStream()
      parts.continuation.yield(ByteBuffer(string: RawClient.listen(watch.token, after: 0)))

      let heard = try await RawClient(port: served.port).say(parts.stream) { text in
        if text.contains(":\n\n") { parts.continuation.yield(ByteBuffer(string: Self.health)) }
        return false
      }

      #expect(heard.wasClosed)
      #expect(heard.text.contains("Connection: close"))
      try await served.allStreamsEnd()
      #expect(try await served.permit(of: watch.token))
      #expect(served.log.text.contains(#""why":"readerSentMore""#))
    }
  }

  @Test(arguments: [("Content-Length: 2", "{}"), ("Transfer-Encoding: chunked", "2\r\n{}\r\n")])
  func `a stream that is asked for with a body is refused and takes no stream of the device`(
    header: String, body: String
  ) async throws {
    try await ServedStoreFixture.run(limits: Self.oneSeat) { served in
      let watch = try await served.store.device("watch").registration
      let request = RawClient.listen(watch.token, after: 0, headers: [header]) + body

      let heard = try await RawClient(port: served.port).say(
        request, until: RawClient.Heard.isWhole)

      #expect(heard.status == 400)
      #expect(heard.code == "malformed")
      try await served.allStreamsEnd()
      #expect(try await served.permit(of: watch.token))
    }
  }

  @Test(arguments: ["", health])
  func `a reader who leaves keeps no stream of the device and holds no end of the store`(
    more: String
  )
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneSeat) { served in
      let watch = try await served.store.device("watch").registration
      let client = RawClient(port: served.port)

      _ = try await client.say(RawClient.listen(watch.token, after: 0) + more) {
        $0.contains(":\n\n")
      }

      try await served.allStreamsEnd()
      #expect(try await served.permit(of: watch.token))
      await served.end()
    }
  }

  @Test func `a reader over TLS who dies without a word has left, and has not sent more`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = try LoopbackCertificate(in: folder, "own")
    let files = TLSFiles(certificate: own.certificate, key: own.key)

    try await ServedStoreFixture.run(tls: files) { served in
      let watch = try await served.store.device("watch").registration
      let reader = try await TLSReader(port: served.port, trusting: own)
      try await reader.say(RawClient.listen(watch.token, after: 0))
      try await served.streamsAre(1)

      try await reader.die()

      try await served.allStreamsEnd()
      try await served.log.shows("stream ended")
      #expect(served.log.text.contains(#""why":"readerLeft""#))
    }
  }

  @Test func `the log says why each stream ended`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration
      let car = try await served.store.device("car").registration
      let client = RawClient(port: served.port)
      _ = try await client.say(RawClient.listen(watch.token, after: 0)) { $0.contains(":\n\n") }
      try await served.log.shows(#""why":"readerLeft""#)

      async let removed = client.say(RawClient.listen(watch.token, after: 0))
      try await served.streamsAre(1)
      _ = try await served.store.engine.removeDevice("watch", signIn: served.store.signIn.token)
      #expect(try await removed.wasClosed)
      try await served.log.shows(#""why":"storeEnded""#)

      async let last = client.say(RawClient.listen(car.token, after: 0))
      try await served.streamsAre(1)
      await served.end()
      #expect(try await last.wasClosed)
      try await served.log.shows(#""why":"serverEnding""#)
    }
  }
}

extension ServedStoreFixture {
  fileprivate func allStreamsEnd() async throws { try await streamsAre(0) }

  /// Waits until the device has a seat, and takes it for a moment.
  fileprivate func permit(of token: String) async throws -> Bool {
    while true {
      let heard = try await RawClient(port: port).say(RawClient.listen(token, after: 0)) {
        $0.contains(":\n\n") || RawClient.Heard.isWhole($0)
      }
      if heard.status != 429 { return heard.status == 200 }
    }
  }
}

/// The other end of a connection over TLS, which can die without the farewell that TLS has.
private struct TLSReader {
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

  func say(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text)).get()
  }

  func die() async throws {
    try await channel.eventLoop.submit { [channel] in
      let tls = try channel.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
      tls.close(promise: nil)
    }.get()
  }
}
