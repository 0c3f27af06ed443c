import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct RestoreTests {
  private let bought = ["nonRenewing.standard", "nonconsumable.racecar", "subscription.pro"]

  /// A new device of a customer who has bought everything on another.
  private func customerWithEverything() async throws -> Customer {
    let alice = try await Customer.onNewDevice()
    for id in bought { try await alice.buy(id).transaction().finish() }
    return try await alice.otherDevice()
  }

  @Test func `a device that has never run has everything, and asks nothing`() async throws {
    let alice = try await customerWithEverything()
    #expect(await alice.owned() == bought)
    #expect(alice.sheets.authentications.isEmpty)
    #expect(alice.sheets.shown.isEmpty)
    let status = try #require(try await alice.session.statuses(in: "3F19ED53").first)
    #expect(status.state == .subscribed)
    #expect(try await alice.session.snapshot().statuses.map(\.groupID) == ["3F19ED53"])
    let pro = try #require(await alice.session.latestTransaction(of: "subscription.pro"))
    let id = pro.unsafePayloadValue.id
    #expect(try await alice.session.status(of: id) == status)
  }

  @Test func `restoring asks for authentication, and can be declined`() async throws {
    let alice = try await customerWithEverything()
    try await alice.session.sync()
    #expect(alice.sheets.authentications == ["alice"])

    let shy = try await alice.again(sheets: ScriptedSheets(confirms: false))
    let error = await #expect(throws: StoreKitError.self) { try await shy.session.sync() }
    guard case .userCancelled = try #require(error) else {
      throw FixtureError(text: "\(String(describing: error))")
    }
  }

  @Test func `a device that was signed out holds nothing`() async throws {
    let alice = try await customerWithEverything()
    #expect(await alice.owned() == bought)
    _ = try await alice.store.engine.removeDevice(
      "beta", signIn: alice.store.signIn.token)
    #expect(await alice.owned().isEmpty)
    #expect(alice.session.offlineSince == nil)
    await #expect {
      try await alice.session.statuses(in: "3F19ED53")
    } throws: { $0.isStoreKitError("systemError") }
  }
}
