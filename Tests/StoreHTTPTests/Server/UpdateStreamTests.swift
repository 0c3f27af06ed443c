import Foundation
import NIOCore
import StoreAPI
import StoreEngine
import StoreHTTP
import TestSupport
import Testing

@Suite struct UpdateStreamTests {
  @Test func `a purchase on one device is on the other's stream at once`() async throws {
    try await ServedStoreFixture.run { served in
      let (car, _) = try await served.store.device("car")
      let watch = try await served.store.device("watch").registration
      async let heard = RawClient(port: served.port).say(
        RawClient.listen(watch.token, after: watch.sequence)
      ) { $0.contains(#""transaction":""#) }

      try await car.buy("nonconsumable.car")

      let text = try await heard.text
      #expect(text.contains("Content-Type: text/event-stream"))
      #expect(text.contains("event: update\ndata: {"))
      #expect(text.contains(#""transaction":""#))
    }
  }

  @Test func `a stream resumes after the last event that it had`() async throws {
    try await ServedStoreFixture.run { served in
      let (car, _) = try await served.store.device("car")
      let watch = try await served.store.device("watch").registration
      let client = RawClient(port: served.port)
      try await car.buy("nonconsumable.car")
      let first = try await client.say(RawClient.listen(watch.token, after: watch.sequence)) {
        $0.contains("\n\n\r\n") && $0.contains("id: ")
      }
      let id = try #require(first.text.firstMatch(of: /id: ([0-9]+)\n/)?.1)

      try await car.buy("nonconsumable.racecar")
      let resumed = try await client.say(
        RawClient.listen(watch.token, after: 0, headers: ["Last-Event-ID: \(id)"])
      ) { $0.contains("id: ") }

      let next = try #require(resumed.text.firstMatch(of: /id: ([0-9]+)\n/)?.1)
      #expect(try #require(Int(next)) > #require(Int(id)))
    }
  }

  @Test func `a quiet stream shows that it lives`() async throws {
    var limits = ServerSettings.Limits()
    limits.heartbeat = .milliseconds(50)
    try await ServedStoreFixture.run(limits: limits) { served in
      let watch = try await served.store.device("watch").registration

      let heard = try await RawClient(port: served.port).say(
        RawClient.listen(watch.token, after: watch.sequence)
      ) { $0.matches(of: /:\n\n/).count == 4 }

      #expect(!heard.wasClosed)
    }
  }

  @Test func `the stream of a device that is removed ends with why`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration
      let opened = AsyncStream<Void>.makeStream()
      async let heard = RawClient(port: served.port).say(
        RawClient.listen(watch.token, after: watch.sequence)
      ) { text in
        if text.contains(":\n\n") { opened.continuation.yield() }
        return text.hasSuffix("0\r\n\r\n")
      }
      for await _ in opened.stream.prefix(1) {
        _ = try await served.store.engine.removeDevice(
          "watch", signIn: served.store.signIn.token)
      }

      let text = try await heard.text
      #expect(text.contains("event: fault\ndata: {\"error\":{\"code\":\"unauthorized\""))
    }
  }

  @Test func `a device has so many streams and no more, until one ends`() async throws {
    var limits = ServerSettings.Limits()
    limits.streamsPerDevice = 1
    try await ServedStoreFixture.run(limits: limits) { served in
      let watch = try await served.store.device("watch").registration
      let car = try await served.store.device("car").registration
      let client = RawClient(port: served.port)
      let opened = AsyncStream<Void>.makeStream()
      let held = Task {
        try await client.say(RawClient.listen(watch.token, after: 0)) { text in
          if text.contains(":\n\n") { opened.continuation.yield() }
          return false
        }
      }
      for await _ in opened.stream.prefix(1) {}

      let second = try await client.say(
        RawClient.listen(watch.token, after: 0), until: RawClient.Heard.isWhole)
      let other = try await client.say(RawClient.listen(car.token, after: 0)) {
        $0.contains(":\n\n")
      }
      held.cancel()
      _ = try await held.value
      var third = second
      while third.status == 429 {
        third = try await client.say(RawClient.listen(watch.token, after: 0)) {
          $0.contains(":\n\n") || RawClient.Heard.isWhole($0)
        }
      }

      #expect(second.status == 429)
      #expect(second.code == "tooManyStreams")
      #expect(second.text.contains("Retry-After: 15"))
      #expect(other.status == 200)
      #expect(third.status == 200)
    }
  }

  @Test func `a store that ends ends its streams, to resume elsewhere`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration
      let opened = AsyncStream<Void>.makeStream()
      async let heard = RawClient(port: served.port).say(
        RawClient.listen(watch.token, after: watch.sequence)
      ) { text in
        if text.contains(":\n\n") { opened.continuation.yield() }
        return false
      }
      for await _ in opened.stream.prefix(1) { await served.end() }

      let last = try await heard
      #expect(last.wasClosed)
      #expect(last.text.hasSuffix("0\r\n\r\n"), "cut in the middle: \(last.text)")
    }
  }

  @Test(arguments: ["after=", "after=x", "", "after=1&before=2", "after=1&after=2", "after=%ff"])
  func `a stream after nothing is refused`(query: String) async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration

      let heard = try await RawClient(port: served.port).ask(
        "GET", "/v1/updates?\(query)", token: watch.token, headers: RawClient.instance)

      #expect(heard.status == 400)
      #expect(heard.code == "malformed")
    }
  }
}
