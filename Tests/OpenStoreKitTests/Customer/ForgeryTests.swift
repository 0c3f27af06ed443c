import AppStorePayloads
import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// A forger stands between the device and a real store.
@Suite(.hangLimit) struct ForgeryTests {
  private let car = "nonconsumable.car"

  // MARK: - Tokens that can be decoded

  @Test(arguments: Forger.Way.allCases)
  func `a forged transaction is returned as unverified, with StoreKit's reason`(
    way: Forger.Way
  ) async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.forgeTransactions(way)
    var updates = alice.listen()
    let elsewhere = try await alice.otherDevice()
    try await elsewhere.buy(car)
    let session = alice.session

    #expect(await updates.next()?.error == way.error)
    #expect(await session.snapshot().entitlements.map(\.error) == [way.error])
    #expect(await alice.unfinishedTransactions().map(\.error) == [way.error])
    #expect(await session.transactions(of: nil).map(\.error) == [way.error])
    #expect(await session.latestTransaction(of: car)?.error == way.error)
    #expect(alice.recorder.diagnostics.isEmpty)
    let own = try await alice.buy("nonconsumable.racecar")
    #expect(throws: way.error) { try own.transaction() }
  }

  @Test func `a status shows which half of it was forged`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.otherDevice().buy("subscription.pro")
    let forger = try Forger(alice.store)
    alice.tampering.forgeRenewalInfo { token in
      (try? forger.forgeRenewalInfo(token) { $0.autoRenewStatus = .off }) ?? ""
    }

    let groups = try await alice.session.snapshot().statuses
    let status = try #require(groups.first?.statuses.first)

    #expect(status.transaction.error == nil)
    #expect(status.renewalInfo.error == .invalidSignature)
  }

  // MARK: - Tokens that cannot be decoded

  @Test(arguments: Gibberish.allCases)
  func `a token that cannot be read is left out, with a diagnostic`(
    gibberish: Gibberish
  ) async throws {
    let alice = try await Customer.onNewDevice()
    alice.tampering.forgeTransactions { [car] token in
      let id = (try? TransactionPayload.decoded(from: token))?.productId
      return id == car ? gibberish.token(token) : token
    }
    var updates = alice.listen()
    let elsewhere = try await alice.otherDevice()
    try await elsewhere.buy(car)
    try await elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.nextProduct() == "nonconsumable.racecar")
    #expect(await alice.owned() == ["nonconsumable.racecar"])
    #expect(await alice.unfinished() == ["nonconsumable.racecar"])
    #expect(await alice.session.transactions(of: car).isEmpty)
    #expect(await alice.session.latestTransaction(of: car) == nil)
    #expect(
      alice.recorder.diagnostics.contains {
        if case .unreadableSignedData = $0 { true } else { false }
      })
    await #expect { try await alice.buy(car) } throws: { $0.isStoreKitError("systemError") }
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

extension Customer {
  /// Forges every transaction from now on.
  fileprivate func forgeTransactions(_ way: Forger.Way) async throws {
    let forger = try Forger(store)
    tampering.forgeTransactions { (try? forger.forge($0, way)) ?? "the forger failed" }
  }
}

extension Forger.Way {
  /// StoreKit's error for it.
  fileprivate var error: VerificationResult<Transaction>.VerificationError {
    switch self {
    case .altered, .unsigned: .invalidSignature
    case .foreignRoot: .invalidCertificateChain
    case .otherDevice, .noDevice: .invalidDeviceVerification
    case .otherApp, .otherEnvironment: .missingRequiredProperties
    case .brokenHeader: .invalidEncoding
    }
  }
}

extension VerificationResult {
  /// Why it must not be trusted; `nil` if it can be.
  fileprivate var error: VerificationError? {
    guard case .unverified(_, let error) = self else { return nil }
    return error
  }
}
