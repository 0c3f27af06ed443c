import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// Every fault of a store arrives over HTTP as the same value.
@Suite(.hangLimit) struct FaultTests {
  @Test func `the samples have every fault code`() {
    #expect(Set(StoreFault.samples.compactMap(\.code)) == Set(FaultCode.allCases))
  }

  @Test(arguments: StoreFault.samples)
  func `a fault arrives as the same value from every contract of a store`(fault: StoreFault)
    async throws
  {
    let server = try await LoopbackServer.start(.refusing(with: fault))
    let store = HTTPStore(server.address, .withoutPauses)
    let device = store.backend(token: "a token", instance: InstanceID(UUID()))
    let expected = fault.received(from: server.address)

    await #expect(throws: expected) {
      try await store.operator(key: server.operatorKey).clock()
    }
    await #expect(throws: expected) { try await store.accounts.signIn(.of("alice")) }
    await #expect(throws: expected) { try await device.holdings() }
    var updates = device.events(after: 0).makeLimitedIterator()
    await #expect(throws: expected) { try await updates.next() }
  }

  @Test(arguments: StoreFault.samples)
  func `a fault in the stream of updates ends the stream as the same value`(fault: StoreFault)
    async throws
  {
    let server = try await LoopbackServer.start(.breakingUpdates(with: fault))
    let store = HTTPStore(server.address, .withoutPauses)
    let device = store.backend(token: "a token", instance: InstanceID(UUID()))
    var updates = device.events(after: 0).makeLimitedIterator()

    await #expect(throws: fault) { try await updates.next() }
  }
}

extension StoreFault {
  /// The fault as a client of `address` throws it: an unavailable store's reason names the address.
  fileprivate func received(from address: StoreAddress) -> StoreFault {
    guard case .unavailable(let reason) = self else { return self }
    return .unavailable("\(address): \(reason)")
  }
}

extension HTTPStore.Settings {
  /// Settings without pauses between retries.
  static var withoutPauses: HTTPStore.Settings {
    var settings = HTTPStore.Settings()
    settings.pause = { _ in }
    return settings
  }
}
