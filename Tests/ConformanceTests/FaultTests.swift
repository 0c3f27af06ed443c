import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// Whatever a store refuses, it refuses over HTTP in the same words.
@Suite(.timeLimit(.minutes(2))) struct FaultTests {
  private static let key = OrderKey(UUID())
  private static let quote = Quote(
    effect: .upgrade(from: "a", refund: Decimal(milliunits: 990), renewalDate: .fixture),
    charge: Decimal(milliunits: 19_990), currency: "USD", storefront: .unitedStates,
    renewalPrice: 5,
    renewalPeriod: Period("P1M"))

  static let faults: [StoreFault] = [
    .unavailable("the store is closed for a while"), .unauthorized, .signInRefused,
    .tooManyAttempts(retryAfter: 1), .accountExists("alice"), .invalidPassword,
    .unknownProduct("nonconsumable.boat"), .invalidQuantity(11, allowed: 1...10),
    .quoteChanged(quote), .orderKeyReused(key), .orderKeyClosed(key),
    .unknownTransaction(TransactionID(rawValue: .max)),
    .alreadyRefunded(TransactionID(rawValue: 1), .fixture),
    .nothingToRefund(TransactionID(rawValue: 1)), .notSubscribed("subscription.pro", account: nil),
    .notSubscribed("subscription.pro", account: "alice"),
    .severalSubscribers("subscription.pro", accounts: ["alice", "bob"]),
    .unknownAccount("carol"), .unknownDevice("gamma"), .deviceExists("alpha"),
    .tooManyDevices(limit: 1_000),
    .invalidName("\u{1B}[2J\n"), .clockMovedBackwards(from: .fixture, to: .distantPast),
    .clockBeyondCertificates(.fixture, last: .fixture),
  ]

  @Test func `every word of refusal is among them`() {
    #expect(Set(Self.faults.compactMap(\.code)) == Set(FaultCode.allCases))
  }

  @Test(arguments: faults)
  func `a fault arrives as the same value from every side of a store`(fault: StoreFault)
    async throws
  {
    let server = try await LoopbackServer.start(.refusing(with: fault))
    let store = HTTPStore(server.address, .hasty)
    let device = store.backend(token: "a token", instance: InstanceID(UUID()))
    let said = fault.said(by: server.address)

    await #expect(throws: said) {
      try await store.operator(key: server.operatorKey).clock()
    }
    await #expect(throws: said) { try await store.accounts.signIn(.of("alice")) }
    await #expect(throws: said) { try await device.holdings() }
    var updates = device.events(after: 0).makeAsyncIterator()
    await #expect(throws: said) { try await updates.next() }
  }

  @Test(arguments: faults)
  func `a fault among the updates ends them as the same value`(fault: StoreFault) async throws {
    let server = try await LoopbackServer.start(.breakingUpdates(with: fault))
    let store = HTTPStore(server.address, .hasty)
    let device = store.backend(token: "a token", instance: InstanceID(UUID()))
    var updates = device.events(after: 0).makeAsyncIterator()

    await #expect(throws: fault) { try await updates.next() }
  }
}

extension StoreFault {
  /// The same, as whoever asked the store at an address has it: beside why it does not answer they
  /// are told which store it is.
  fileprivate func said(by address: StoreAddress) -> StoreFault {
    guard case .unavailable(let reason) = self else { return self }
    return .unavailable("\(address): \(reason)")
  }
}

extension HTTPStore.Settings {
  /// Pauses take no time.
  fileprivate static var hasty: HTTPStore.Settings {
    var settings = HTTPStore.Settings()
    settings.pause = { _ in }
    return settings
  }
}
