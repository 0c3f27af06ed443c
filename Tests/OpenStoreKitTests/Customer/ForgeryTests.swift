import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// A forger stands between the device and a real store.
@Suite(.timeLimit(.minutes(1))) struct ForgeryTests {
  private let car = "nonconsumable.car"
  private let pro = "subscription.pro"

  // MARK: - What decodes

  @Test(arguments: Forger.Way.allCases)
  func `what can be read is handed out, marked with StoreKit's reason against it`(
    way: Forger.Way
  ) async throws {
    let alice = try await Victim()
    try await alice.elsewhere.buy(car)
    alice.forge(way)
    let session = alice.session

    #expect(await session.currentEntitlements().map(\.fault) == [way.error])
    #expect(await session.unfinished().map(\.fault) == [way.error])
    #expect(await session.transactions(of: nil).map(\.fault) == [way.error])
    #expect(await session.latestTransaction(of: car)?.fault == way.error)
    #expect(alice.notebook.diagnostics.isEmpty)
  }

  @Test(arguments: Forger.Way.allCases)
  func `an update that can be read comes, marked`(way: Forger.Way) async throws {
    let alice = try await Victim()
    alice.forge(way)
    var updates = Transaction.Transactions(.updates(alice.session)).makeAsyncIterator()

    try await alice.elsewhere.buy(car)

    #expect(await updates.next()?.fault == way.error)
  }

  @Test(arguments: Forger.Way.allCases)
  func `a purchase whose answer was forged succeeds with what is not to be trusted`(
    way: Forger.Way
  ) async throws {
    let alice = try await Victim()
    alice.forge(way)

    guard case .success(let result) = try await alice.buy(car) else {
      Issue.record("no success")
      return
    }

    #expect(result.fault == way.error)
    #expect(throws: way.error) { try result.payloadValue }
  }

  @Test func `a status shows which half of it was forged`() async throws {
    let alice = try await Victim()
    try await alice.elsewhere.buy(pro)
    alice.tampering.forgeRenewalInfo { [forger = alice.forger] token in
      (try? forger.forgeRenewalInfo(token) { $0.autoRenewStatus = .off }) ?? ""
    }

    let groups = await alice.session.snapshot().statuses
    let status = try #require(groups.first?.statuses.first)

    #expect(status.transaction.fault == nil)
    #expect(status.renewalInfo.fault == .invalidSignature)
  }

  // MARK: - What does not decode

  @Test(arguments: Gibberish.allCases)
  func `what cannot be read is left out, and whoever writes the app is told`(
    gibberish: Gibberish
  ) async throws {
    let alice = try await Victim()
    try await alice.elsewhere.buy(car)
    alice.tampering.forgeTransactions(gibberish.token)
    let session = alice.session

    #expect(await session.currentEntitlements().isEmpty)
    #expect(await session.unfinished().isEmpty)
    #expect(await session.transactions(of: nil).isEmpty)
    #expect(await session.latestTransaction(of: car) == nil)
    #expect(alice.diagnostics > 0)
  }

  @Test(arguments: Gibberish.allCases)
  func `an update that cannot be read is no update`(gibberish: Gibberish) async throws {
    let alice = try await Victim()
    alice.tampering.forgeTransactions { token in
      let id = (try? TransactionPayload.decoded(from: token))?.productId
      return id == "nonconsumable.car" ? gibberish.token(token) : token
    }
    var updates = Transaction.Transactions(.updates(alice.session)).makeAsyncIterator()

    try await alice.elsewhere.buy(car)
    try await alice.elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
    #expect(alice.diagnostics > 0)
  }

  @Test(arguments: Gibberish.allCases)
  func `a purchase whose answer cannot be read fails`(gibberish: Gibberish) async throws {
    let alice = try await Victim()
    alice.tampering.forgeTransactions(gibberish.token)

    await #expect(throws: StoreKitError.self) { try await alice.buy(car) }
  }

  // MARK: - What it leads to

  @Test func `a plan that has ended is none`() async throws {
    let alice = try await Victim()
    try await alice.elsewhere.buy(pro)
    alice.endPlans()

    #expect(await alice.session.currentEntitlements().isEmpty)
  }

  @Test func `a forged period does not revive a plan that has ended`() async throws {
    let alice = try await Victim()
    try await alice.elsewhere.buy(pro)
    alice.endPlans()
    alice.tampering.forgeStatuses { [forger = alice.forger] token in
      (try? forger.forge(token) { $0.expiresDate = .inYears }) ?? ""
    }

    let entitlements = await trusted(alice.session.currentEntitlements())

    #expect(entitlements.isEmpty)
  }

  @Test func `another subscription's grace does not revive a plan that has ended`() async throws {
    let alice = try await Victim()
    try await alice.elsewhere.buy(pro)
    alice.endPlans()
    alice.tampering.forgeRenewalInfo { [forger = alice.forger] token in
      let other = try? forger.signRenewalInfo(as: token) { info in
        info.originalTransactionId = TransactionID(rawValue: 7_000_000_007)
        info.gracePeriodExpiresDate = .inYears
      }
      return other ?? ""
    }

    let entitlements = await trusted(alice.session.currentEntitlements())

    #expect(entitlements.isEmpty)
  }

  @Test func `a forged newer transaction does not hide the true one`() async throws {
    let alice = try await Victim()
    let token = try await alice.elsewhere.buy(car).purchase().signedTransaction
    let forged = try alice.forger.forge(token) { payload in
      payload.transactionId = TransactionID(rawValue: payload.transactionId.rawValue + 1)
      payload.revocationDate = .fixture
    }
    alice.tampering.add(forged)

    let entitlements = await trusted(alice.session.currentEntitlements())

    #expect(entitlements.map(\.productID) == [car])
  }

  @Test func `a forged plan does not use up the introductory offer`() async throws {
    let alice = try await Victim()
    let token = try await alice.elsewhere.buy("subscription.standard").purchase().signedTransaction
    let group = try #require(
      try TransactionPayload.decoded(from: token).subscriptionGroupIdentifier)
    #expect(await !alice.session.isEligibleForIntroOffer(in: group))

    alice.forge(.foreignRoot)

    #expect(await alice.session.isEligibleForIntroOffer(in: group))
  }

  private func trusted(_ results: [VerificationResult<Transaction>]) -> [Transaction] {
    results.compactMap { try? $0.payloadValue }
  }
}

/// A token that cannot be read.
enum Gibberish: CaseIterable {
  case truncated, words, oversized, otherJSON

  @Sendable func token(_ token: String) -> String {
    switch self {
    case .truncated: String(token.prefix { $0 != "." })
    case .words: "a.b.c"
    case .oversized: token + String(repeating: "A", count: JWS.sizeLimit)
    case .otherJSON: token.replacing(/\.([^.]*)\./, with: ".e30.")
    }
  }
}

extension Victim {
  /// Lets the store say that every plan ended the day before.
  fileprivate func endPlans() {
    tampering.forgeTransactions { [forger] token in
      let ended = try? forger.sign(as: token) { payload in
        payload.expiresDate = payload.expiresDate.map { _ in .fixture.addingTimeInterval(-86_400) }
      }
      return ended ?? ""
    }
  }
}

extension Date {
  /// Long after every test.
  fileprivate static let inYears = Date(timeIntervalSince1970: 1_900_000_000)
}
