import Foundation
import NIOCore
import StoreAPI
import StoreEngine
import StoreHTTP
import StoreHTTPServer
import TestSupport
import Testing

@Suite(.hangLimit) struct UpdateStreamTests {
  @Test func `a purchase on one device is sent on the other's stream at once`() async throws {
    try await ServedStoreFixture.run { served in
      let (car, _) = try await served.store.device("car")
      let watch = try await served.register("watch")
      async let response = served.updates(watch, after: watch.sequence) {
        $0.contains(#""transaction":""#)
      }

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
      let watch = try await served.register("watch")
      try await car.buy("nonconsumable.car")
      let first = try await served.updates(watch, after: watch.sequence) {
        $0.contains("\n\n\r\n") && $0.contains("id: ")
      }
      let id = try #require(first.text.firstMatch(of: /id: ([0-9]+)\n/)?.1)

      try await car.buy("nonconsumable.racecar")
      let resumed = try await served.updates(watch, headers: ["Last-Event-ID: \(id)"]) {
        $0.contains("id: ")
      }

      let next = try #require(resumed.text.firstMatch(of: /id: ([0-9]+)\n/)?.1)
      #expect(try #require(Int(next)) > #require(Int(id)))
    }
  }

  @Test func `a device has a limited number of streams`() async throws {
    try await ServedStoreFixture.run(limits: .with { $0.streamsPerDevice = 1 }) { served in
      let watch = try await served.register("watch")
      let car = try await served.register("car")
      let held = Task { try await served.updates(watch) }
      try await served.waitForStreams(1)

      let second = try await served.updates(watch, until: RawClient.Response.isComplete)
      let other = try await served.updates(car, until: RawClient.hasBegun)
      held.cancel()
      _ = try await held.value

      #expect(second.status == 429)
      #expect(second.code == "tooManyStreams")
      #expect(second.text.contains("Retry-After: 15"))
      #expect(other.status == 200)
      #expect(try await served.canOpenStream(watch))
    }
  }

  @Test func `a server that shuts down ends its streams with the last chunk`() async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.register("watch")
      async let response = served.updates(watch)
      try await served.waitForStreams(1)

      await served.end()

      let last = try await response
      #expect(last.wasClosed)
      #expect(last.text.hasSuffix("0\r\n\r\n"), "cut in the middle: \(last.text)")
    }
  }

  @Test(arguments: ["after=", "after=x", "", "after=1&before=2", "after=1&after=2", "after=%ff"])
  func `a stream without a valid sequence to resume after is refused`(query: String) async throws {
    try await ServedStoreFixture.run { served in
      let watch = try await served.register("watch")

      let response = try await served.client.request(
        "GET", "/v1/updates?\(query)", token: watch.token, headers: RawClient.instance)

      #expect(response.status == 400)
      #expect(response.code == "malformed")
    }
  }
}
