import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// What users of StoreKit complain about, where a store or a library can prevent it.
///
/// The numbers are those of the list of complaints.
@Suite(.hangLimit) struct SubscriptionComplaintTests {
  private static let standard = "subscription.standard"
  private static let group = "3F19ED53"

  private var plan: SubscriptionReference { .product(Self.standard, account: nil) }

  @Test
  func `complaint 1: what a plan does after its purchase comes through updates on its device`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.standard).transaction().finish()
    var updates = alice.listen()

    try await alice.store.advance("P1M")

    let renewal = try #require(await updates.next()).payloadValue
    #expect(renewal.reason == .renewal)
  }

  @Test func `complaint 2: a listener that begins late receives every renewal it has missed`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.standard).transaction().finish()
    try await alice.store.advance("P2M")

    let later = try await alice.again()
    var updates = later.listen()

    let first = try #require(await updates.next()).payloadValue
    let second = try #require(await updates.next()).payloadValue
    #expect([first.reason, second.reason] == [.renewal, .renewal])
    #expect(first.id < second.id)
  }

  @Test func `complaint 3: a plan that is bought again is charged once and says so`() async throws {
    let alice = try await Customer.onNewDevice()
    let first = try await alice.buy(Self.standard)

    let again = try await alice.buy(Self.standard)

    #expect(!first.alreadyOwned && again.alreadyOwned)
    #expect(try again.transaction().id == first.transaction().id)
    let charged = try await alice.store.engine.transactions(account: nil).value
    #expect(charged.count == 1)
  }

  @Test func `complaint 3: a plan that is bought again in grace is charged once`() async throws {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(.setGracePeriod(gracePeriod: .days16))
    try await alice.buy(Self.standard)
    try await failRenewal(of: alice)

    #expect(try await alice.buy(Self.standard).alreadyOwned)
    #expect(try await alice.store.engine.transactions(account: nil).value.count == 1)
  }

  @Test func `complaint 4: a downgrade returns the current plan, and says when the other begins`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let premium = try await alice.buy("subscription.premium").transaction()

    let outcome = try await alice.buy(Self.standard)

    #expect(try outcome.transaction() == premium)
    #expect(outcome.scheduledDate == premium.expirationDate)
    #expect(alice.sheets.shown.last?.terms.replacedProductID == "subscription.premium")
    #expect(alice.sheets.endings.last == premium.expirationDate.map { .scheduled($0) })
    #expect(await alice.owned() == ["subscription.premium"])
    let info = try #require(try await alice.session.statuses(in: Self.group).first).renewalInfo
    #expect(try info.payloadValue.currentProductID == "subscription.premium")
    #expect(try info.payloadValue.autoRenewPreference == Self.standard)
  }

  @Test
  func `complaint 5: a pass stays an entitlement forever, and leaves only when it is refunded`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let pass = try await alice.buy("nonRenewing.standard").transaction()
    await pass.finish()

    try await alice.store.advance("P5Y")
    #expect(await alice.owned() == ["nonRenewing.standard"])
    _ = try await alice.store.engine.refund(pass.transactionID)

    #expect(await alice.owned().isEmpty)
  }

  @Test func `complaint 7: each renewal is delivered once, however often the store is asked`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.standard).transaction().finish()
    var updates = alice.listen()
    try await alice.store.advance("P1M")
    let first = try #require(await updates.next()).payloadValue
    try await alice.session.sync()
    _ = await alice.owned()

    try await alice.store.advance("P1M")

    let second = try #require(await updates.next()).payloadValue
    #expect(second.purchaseDate == first.expirationDate)
  }

  @Test func `complaint 8: a refund of a known transaction is delivered, with the same ID`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let bought = try await alice.buy(Self.standard).transaction()
    await bought.finish()
    var updates = alice.listen()

    _ = try await alice.store.engine.refund(bought.transactionID)

    let refunded = try #require(await updates.next()).payloadValue
    #expect(refunded.id == bought.id)
    #expect(refunded.revocationDate != nil)
    #expect(await alice.owned().isEmpty)
  }

  @Test func `complaint 9: a subscriber in grace is entitled although the period has ended`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(.setGracePeriod(gracePeriod: .days16))
    try await alice.buy(Self.standard)
    try await failRenewal(of: alice)

    let entitlement = await alice.session.snapshot().entitlements.first?.unsafePayloadValue
    let end = try #require(entitlement?.expirationDate)
    #expect(try await alice.store.engine.clock().now >= end)
    let status = try #require(try await alice.session.statuses(in: Self.group).first)
    #expect(status.state == .inGracePeriod)

    try await alice.store.advance("P16D")
    #expect(await alice.owned().isEmpty)
  }

  @Test func `complaint 9: grace is known offline too, and ends there at its date`() async throws {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(.setGracePeriod(gracePeriod: .days16))
    try await alice.buy(Self.standard)
    try await failRenewal(of: alice)
    #expect(await alice.owned() == [Self.standard])

    alice.line.condition = .cut

    #expect(await alice.owned() == [Self.standard])
  }

  @Test
  func `complaint 10: what is approved after a relaunch comes through updates with its token`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let token = UUID()
    let result = try await alice.buy(
      Self.standard,
      options: [.simulatesAskToBuyInSandbox(true), .appAccountToken(token)]
    ).result
    guard case .pending = result else { throw FixtureError(text: "it was not put off") }
    guard case .orders(let orders) = try await alice.store.engine.perform(.orders).value else {
      throw FixtureError(text: "the result is of another kind")
    }
    _ = try await alice.store.engine.perform(.approve(orderID: try #require(orders.first).id))

    let later = try await alice.again()
    var updates = later.listen()
    let sold = try #require(await updates.next()).payloadValue

    #expect(sold.productID == Self.standard && sold.appAccountToken == token)
    await later.session.recoverOrders()
    #expect(try later.openOrders().isEmpty)
    #expect(await later.session.snapshot().waitingOrders.isEmpty)
  }

  @Test func `complaint 11: a plan without an introductory offer is sold at its own price`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    #expect(await alice.session.snapshot().isEligibleForIntroOffer(in: Self.group))
    #expect(try await alice.product(Self.standard).subscription?.introductoryOffer == nil)

    let bought = try await alice.buy(Self.standard).transaction()

    #expect(alice.sheets.shown.first?.terms.offer == nil)
    #expect(alice.sheets.shown.first?.terms.displayCharge == "$2.99")
    #expect(bought.offer == nil)
  }

  @Test
  func `complaint 14: transactions and renewal info are signed by a chain of three certificates`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let bought = try await alice.buy(Self.standard)
    guard case .success(let result) = bought.result else {
      throw FixtureError(text: "it was not sold")
    }
    let status = try #require(try await alice.session.statuses(in: Self.group).first)

    for header in [result.headerData, status.renewalInfo.headerData] {
      let fields = try #require(
        try JSONSerialization.jsonObject(with: header) as? [String: Any])
      #expect((fields["x5c"] as? [String])?.count == 3)
    }
    #expect(try result.payloadValue.environment != .xcode)
  }

  @Test func `complaint 16: a new device has every plan without asking for a password`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.standard)

    let other = try await alice.otherDevice()

    #expect(await other.owned() == [Self.standard])
    #expect(other.sheets.authentications.isEmpty)
  }

  /// A month passes, and the renewal cannot be charged.
  private func failRenewal(of alice: Customer) async throws {
    _ = try await alice.store.engine.perform(.failBilling(subscription: plan))
    try await alice.store.advance("P1M")
  }
}
