import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// The rows of the table of notifications that concern family members.
@Suite(.hangLimit) struct FamilyNotificationTests {
  private static let car = "nonconsumable.utilityvehicle"

  @Test func `a member's access begins, ends and begins again with a notification each`()
    async throws
  {
    let fixture = try await family()
    let alice = try await fixture.device("phone").backend
    try await alice.buy(Self.car)
    try await alice.buy("subscription.pro")
    try await fixture.advance("P2M")
    _ = try await fixture.engine.perform(.removeFamilyMember(account: "bob"))
    _ = try await fixture.engine.perform(.addFamilyMember(account: "bob", organizer: "alice"))

    let member = try await fixture.notifications(of: 2)

    #expect(
      member == [
        "ONE_TIME_CHARGE", "SUBSCRIBED INITIAL_BUY", "REVOKE", "REVOKE", "ONE_TIME_CHARGE",
        "SUBSCRIBED RESUBSCRIBE",
      ])
    #expect(
      try await fixture.notifications(of: 1)
        == ["ONE_TIME_CHARGE", "SUBSCRIBED INITIAL_BUY", "DID_RENEW"])
  }

  @Test func `a refund is the purchaser's, and the member's access is revoked`() async throws {
    let fixture = try await family()
    let alice = try await fixture.device("phone").backend
    let plan = try await alice.buy("subscription.pro").transaction()

    _ = try await fixture.engine.refund(plan.transactionId)

    #expect(try await fixture.notifications(of: 1).last == "REFUND")
    #expect(
      try await fixture.notifications(of: 2) == ["SUBSCRIBED INITIAL_BUY", "REVOKE"])
  }

  private func family() async throws -> StoreFixture {
    var catalogue = try Catalogue.skdemo()
    for index in catalogue.products.indices { catalogue.products[index].isFamilyShareable = true }
    let fixture = try await StoreFixture.make(catalogue: catalogue)
    _ = try await fixture.engine.signUp(Credentials(account: "bob", password: "bob likes cars"))
    _ = try await fixture.engine.perform(.addFamilyMember(account: "bob", organizer: "alice"))
    return fixture
  }
}

extension StoreFixture {
  /// The notifications about a customer, oldest first.
  fileprivate func notifications(of customer: Int64) async throws -> [String] {
    let ledgers = try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
    defer { ledgers.close() }
    let events = try await ledgers.notifiedEvents(of: CustomerNumber(rawValue: customer))
    return events.flatMap(\.change.notifications).map {
      [$0.type.rawValue, $0.subtype?.rawValue].compactMap(\.self).joined(separator: " ")
    }
  }
}
