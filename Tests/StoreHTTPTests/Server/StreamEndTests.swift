import Foundation
import NIOCore
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
      #expect(try await served.seat(of: watch.token))
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
      #expect(try await served.seat(of: watch.token))
      #expect(served.log.text.contains(#""why":"readerSentMore""#))
    }
  }

  @Test(arguments: [("Content-Length: 2", "{}"), ("Transfer-Encoding: chunked", "2\r\n{}\r\n")])
  func `a stream that is asked for with a body is refused and takes no seat`(
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
      #expect(try await served.seat(of: watch.token))
    }
  }

  @Test(arguments: ["", health])
  func `a reader who leaves keeps no seat and holds no end of the store`(more: String)
    async throws
  {
    try await ServedStoreFixture.run(limits: Self.oneSeat) { served in
      let watch = try await served.store.device("watch").registration
      let client = RawClient(port: served.port)

      _ = try await client.say(RawClient.listen(watch.token, after: 0) + more) {
        $0.contains(":\n\n")
      }

      try await served.allStreamsEnd()
      #expect(try await served.seat(of: watch.token))
      await served.end()
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

  /// Waits until so many streams are open.
  fileprivate func streamsAre(_ count: Int) async throws {
    while !metrics.text.contains("skdemo_update_streams \(count)\n") { try await pause() }
  }

  /// Waits until the device has a seat, and takes it for a moment.
  fileprivate func seat(of token: String) async throws -> Bool {
    while true {
      let heard = try await RawClient(port: port).say(RawClient.listen(token, after: 0)) {
        $0.contains(":\n\n") || RawClient.Heard.isWhole($0)
      }
      if heard.status != 429 { return heard.status == 200 }
    }
  }
}

extension LogLines {
  /// Waits until this has been logged.
  fileprivate func shows(_ words: String) async throws {
    while !text.contains(words) { try await pause() }
  }
}

/// Lets others go on.
private func pause() async throws {
  try Task.checkCancellation()
  await Task.yield()
}
