import Foundation
import NIOCore
import StoreAPI
import StoreEngine
import StoreHTTP
import TestSupport
import Testing

@Suite struct UpdateStreamTests {
  @Test func `a purchase on one device is sent on the other's stream at once`() async throws {
    try await ServedStoreFixture.run { served in
      let (car, _) = try await served.store.device("car")
      let watch = try await served.store.device("watch").registration
      async let response = RawClient(port: served.port).send(
        RawClient.updates(watch.token, after: watch.sequence)
      ) { $0.contains(#""transaction":""#) }

      try await car.buy("nonconsumable.car")

      let text = try await response.text
      #expect(text.contains("Content-Type: text/event-stream"))
      #expect(text.contains("event: update\ndata: {"))
      #expect(text.contains(#""transaction":""#))
    }
  }

  @Test func `a stream resumes after its last event`() async throws {
    try await ServedStoreFixture.run { served in
      let (car, _) = try await served.store.device("car")
      let watch = try await served.store.device("watch").registration
      let client = RawClient(port: served.port)
      try await car.buy("nonconsumable.car")
      let first = try await client.send(RawClient.updates(watch.token, after: watch.sequence)) {
        $0.contains("\n\n\r\n") && $0.contains("id: ")
      }
      let id = try #require(first.text.firstMatch(of: /id: ([0-9]+)\n/)?.1)

      try await car.buy("nonconsumable.racecar")
      let resumed = try await client.send(
        RawClient.updates(watch.token, after: 0, headers: ["Last-Event-ID: \(id)"])
      ) { $0.contains("id: ") }

      let next = try #require(resumed.text.firstMatch(of: /id: ([0-9]+)\n/)?.1)
      #expect(try #require(Int(next)) > #require(Int(id)))
    }
  }

  @Test func `a quiet stream sends heartbeats`() async throws {
    var limits = ServerSettings.Limits()
    limits.heartbeat = .milliseconds(50)
    try await ServedStoreFixture.run(limits: limits) { served in
      let watch = try await served.store.device("watch").registration

      let response = try await RawClient(port: served.port).send(
        RawClient.updates(watch.token, after: watch.sequence)
      ) { $0.matches(of: /:\n\n/).count == 4 }

      #expect(!response.wasClosed)
    }
  }

  @Test func `the stream of a removed device ends with the reason`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration
      let opened = AsyncStream<Void>.makeStream()
      async let response = RawClient(port: served.port).send(
        RawClient.updates(watch.token, after: watch.sequence)
      ) { text in
        if text.contains(":\n\n") { opened.continuation.yield() }
        return text.hasSuffix("0\r\n\r\n")
      }
      for await _ in opened.stream.prefix(1) {
        _ = try await served.store.engine.removeDevice(
          "watch", signIn: served.store.signIn.token)
      }

      let text = try await response.text
      #expect(text.contains("event: fault\ndata: {\"error\":{\"code\":\"unauthorized\""))
    }
  }

  @Test func `a device has a limited number of streams`() async throws {
    var limits = ServerSettings.Limits()
    limits.streamsPerDevice = 1
    try await ServedStoreFixture.run(limits: limits) { served in
      let watch = try await served.store.device("watch").registration
      let car = try await served.store.device("car").registration
      let client = RawClient(port: served.port)
      let opened = AsyncStream<Void>.makeStream()
      let held = Task {
        try await client.send(RawClient.updates(watch.token, after: 0)) { text in
          if text.contains(":\n\n") { opened.continuation.yield() }
          return false
        }
      }
      for await _ in opened.stream.prefix(1) {}

      let second = try await client.send(
        RawClient.updates(watch.token, after: 0), until: RawClient.Response.isComplete)
      let other = try await client.send(RawClient.updates(car.token, after: 0)) {
        $0.contains(":\n\n")
      }
      held.cancel()
      _ = try await held.value
      var third = second
      while third.status == 429 {
        third = try await client.send(RawClient.updates(watch.token, after: 0)) {
          $0.contains(":\n\n") || RawClient.Response.isComplete($0)
        }
      }

      #expect(second.status == 429)
      #expect(second.code == "tooManyStreams")
      #expect(second.text.contains("Retry-After: 15"))
      #expect(other.status == 200)
      #expect(third.status == 200)
    }
  }

  @Test func `a server that shuts down ends its streams with the last chunk`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration
      let opened = AsyncStream<Void>.makeStream()
      async let response = RawClient(port: served.port).send(
        RawClient.updates(watch.token, after: watch.sequence)
      ) { text in
        if text.contains(":\n\n") { opened.continuation.yield() }
        return false
      }
      for await _ in opened.stream.prefix(1) { await served.end() }

      let last = try await response
      #expect(last.wasClosed)
      #expect(last.text.hasSuffix("0\r\n\r\n"), "cut in the middle: \(last.text)")
    }
  }

  @Test(arguments: ["after=", "after=x", "", "after=1&before=2", "after=1&after=2", "after=%ff"])
  func `a stream without a valid sequence to resume after is refused`(query: String) async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.store.device("watch").registration

      let response = try await RawClient(port: served.port).request(
        "GET", "/v1/updates?\(query)", token: watch.token, headers: RawClient.instance)

      #expect(response.status == 400)
      #expect(response.code == "malformed")
    }
  }
}
