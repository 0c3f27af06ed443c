import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// Every fault of a store arrives over HTTP as the same value.
@Suite(.timeLimit(.minutes(2))) struct FaultTests {
  private static let key = OrderKey(UUID())
  private static let quote = Quote(
    effect: .upgrade(from: "a", refund: Decimal(milliunits: 990), renewalDate: .fixture),
    charge: Decimal(milliunits: 19_990), currency: "USD", storefront: .unitedStates,
    renewalPrice: 5, renewalPeriod: Period("P1M"))

  static let faults: [StoreFault] = [
    .unavailable("the store is closed for a while"), .unauthorized, .signInRefused,
    .tooManyAttempts(retryAfter: 1), .accountExists("alice"), .invalidPassword,
    .unknownProduct("nonconsumable.boat"), .invalidQuantity(11, allowed: 1...10),
    .quoteChanged(quote), .orderKeyReused(key), .orderKeyClosed(key),
    .unknownOffer("comeback"), .ineligibleForOffer("comeback"),
    .invalidOfferSignature("it has no key ID"),
    .unknownTransaction(TransactionID(rawValue: .max)),
    .alreadyRefunded(TransactionID(rawValue: 1), .fixture),
    .nothingToRefund(TransactionID(rawValue: 1)), .notSubscribed("subscription.pro", account: nil),
    .notSubscribed("subscription.pro", account: "alice"),
    .severalSubscribers("subscription.pro", accounts: ["alice", "bob"]),
    .renewalIsOff("subscription.pro"), .billingIssue("subscription.pro"),
    .noPriceIncrease("subscription.pro"),
    .priceChanged("subscription.pro", price: Decimal(milliunits: 5_990), currency: "USD"),
    .invalidExtension(days: 91),
    .extensionRefused("subscription.pro", reason: .tooMany),
    .invalidPrice(-1, currency: "USD"), .invalidCatalogue("products is missing"),
    .unknownAccount("carol"), .unknownDevice("gamma"), .deviceExists("alpha"),
    .tooManyDevices(limit: 1_000),
    .invalidName("\u{1B}[2J\n"), .clockMovedBackwards(from: .fixture, to: .distantPast),
    .clockBeyondCertificates(.fixture, last: .fixture), .unknownStorefront("ATL"),
    .invalidRequestRevision("\u{1B}[2J"),
  ]

  @Test func `the faults above have every fault code`() {
    #expect(Set(Self.faults.compactMap(\.code)) == Set(FaultCode.allCases))
  }

  @Test(arguments: faults)
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
    var updates = device.events(after: 0).makeAsyncIterator()
    await #expect(throws: expected) { try await updates.next() }
  }

  @Test(arguments: faults)
  func `a fault in the stream of updates ends the stream as the same value`(fault: StoreFault)
    async throws
  {
    let server = try await LoopbackServer.start(.breakingUpdates(with: fault))
    let store = HTTPStore(server.address, .withoutPauses)
    let device = store.backend(token: "a token", instance: InstanceID(UUID()))
    var updates = device.events(after: 0).makeAsyncIterator()

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
