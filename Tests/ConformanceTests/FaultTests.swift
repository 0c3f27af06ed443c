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
    charge: Decimal(milliunits: 19_990), currency: "USD", renewalPrice: 5,
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
    .invalidName("\u{1B}[2J\n"), .clockMovedBackwards(from: .fixture, to: .distantPast),
    .clockBeyondCertificates(.fixture, last: .fixture),
  ]

  @Test func `every word of refusal is among them`() {
    #expect(Set(Self.faults.map { FaultDocument($0).error.code }) == Set(FaultCode.allCases))
  }

  @Test(arguments: faults)
  func `a fault arrives as the same value`(fault: StoreFault) async throws {
    let server = try await LoopbackServer.start(.refusing(with: fault))
    var settings = HTTPStore.Settings()
    settings.pause = { _ in }
    let store = HTTPStore(server.address, settings)

    let refused = await #expect(throws: StoreFault.self) {
      try await store.operator(key: server.operatorKey).clock()
    }

    guard case .unavailable = fault else { return #expect(refused == fault) }
    // The client says beside the reason which store it was.
    guard case .unavailable(let reason) = refused else { return #expect(refused == fault) }
    #expect(reason.contains("closed for a while"))
  }
}
