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
      #expect(await CommandSample.run(machine.signIn).failure == nil)
      let known = await CommandSample.run(["status"] + machine.store)
      #expect(known.written.contains("ann on device-"), "\(known)")

      store.answer { _, _ in silence }
      for arguments in machine.allArguments {
        let before = store.answers
        let end = await CommandSample.run(arguments)
        // The listener and the launch ask at the same time; nothing is asked after that.
        #expect(store.answers - before <= 2, "\(arguments)")
        guard arguments.dropLast(4) == ["status"] else { continue }
        #expect(end.written.contains("offline since"), "\(arguments): \(end.written)")
      }
    }
  }
}
