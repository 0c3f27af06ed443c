import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import TestSupport
import Testing

/// Every error of a store arrives over HTTP as the same value.
@Suite(.hangLimit) struct StoreErrorRoundTripTests {
  @Test func `the samples have every error code`() {
    #expect(Set(StoreError.samples.compactMap(\.code)) == Set(StoreErrorCode.allCases))
  }

  @Test(arguments: StoreError.samples)
  func `an error arrives as the same value from every contract of a store`(error: StoreError)
    async throws
  {
    let server = try await LoopbackServer.start(.refusing(with: error))
    let store = HTTPStore(server.address, .withoutPauses)
    let device = store.backend(token: "a token", instance: InstanceID(UUID()))
    let expected = error.received(from: server.address)

    await #expect(throws: expected) {
      try await store.operator(key: server.operatorKey).clock()
    }
    await #expect(throws: expected) { try await store.accounts.signIn(.of("alice")) }
    await #expect(throws: expected) { try await device.purchases() }
    var updates = device.events(after: 0).makeLimitedIterator()
    await #expect(throws: expected) { try await updates.next() }
  }

  @Test(arguments: StoreError.samples)
  func `an error in the stream of updates ends the stream as the same value`(error: StoreError)
    async throws
  {
    let server = try await LoopbackServer.start(.breakingUpdates(with: error))
    let store = HTTPStore(server.address, .withoutPauses)
    let device = store.backend(token: "a token", instance: InstanceID(UUID()))
    var updates = device.events(after: 0).makeLimitedIterator()

    await #expect(throws: error) { try await updates.next() }
  }
}

extension StoreError {
  /// The error as a client of `address` throws it: an unavailable store's reason names the address.
  fileprivate func received(from address: StoreAddress) -> StoreError {
    guard case .unavailable(let reason) = self else { return self }
    return .unavailable(reason: "\(address): \(reason)")
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
