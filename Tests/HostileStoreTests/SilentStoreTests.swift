import StoreAPI
import TestSupport
import Testing

/// A store that takes connections and does not answer, or answers a part.
extension HostileStoreTests {
  @Test(arguments: [
    HostileResponse(end: .keepsOpen),
    HostileResponse(bytes: "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n", end: .keepsOpen),
    HostileResponse(bytes: "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{", end: .keepsOpen),
  ])
  func `a command waits once for a store that does not answer, and status shows what is owned`(
    silence: HostileResponse
  ) async throws {
    let genuine = try await GenuineValues(from: try await StoreFixture.make())
    try await HostileStore.run { store in
      let machine = try HostileMachine(store)
      store.answer { request, _ in genuine.response(to: request) }
      #expect(await CommandSample.run(machine.signIn, .unhurried).failure == nil)
      let known = await CommandSample.run(["status"] + machine.store, .unhurried)
      #expect(known.written.contains("ann on device-"), "\(known)")

      try await store.waitForClosedConnections()
      store.answer { _, _ in silence }
      for arguments in machine.allArguments {
        let before = store.questions
        let end = await CommandSample.run(arguments)
        // A request can arrive when its command has ended already.
        try await store.waitForClosedConnections()
        // The listener and the launch ask at the same time.
        #expect(store.questions - before <= 2, "\(arguments): \(store.lines)")
        guard arguments == ["status"] + machine.store else { continue }
        #expect(store.questions > before)
        #expect(end.written.contains("offline since"), "\(arguments): \(end.written)")
      }
    }
  }

  @Test func `an earlier store that does not list its products is asked for skdemo's products`()
    async throws
  {
    let genuine = try await GenuineValues(from: try await StoreFixture.make())
    try await HostileStore.run { store in
      let machine = try HostileMachine(store)
      store.answer { request, _ in
        request.line == "GET /v1/product-ids"
          ? HostileResponse(status: 404, #"{"error":{"code":"notFound","message":"no such path"}}"#)
          : genuine.response(to: request)
      }
      #expect(await CommandSample.run(machine.signIn, .unhurried).failure == nil)

      _ = await CommandSample.run(["products"] + machine.store, .unhurried)

      #expect(store.lines.contains("GET /v1/product-ids"))
      #expect(
        store.heads.contains {
          $0.hasPrefix("GET /v1/products?") && $0.contains("nonconsumable.car")
        })
    }
  }
}
