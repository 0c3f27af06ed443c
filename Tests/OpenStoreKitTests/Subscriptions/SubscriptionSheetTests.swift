import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SubscriptionSheetTests {
  private static let group = "3F19ED53"

  private func chooses(
    _ action: SubscriptionSheet.Action
  ) -> ScriptedSheets {
    ScriptedSheets(choosing: { sheet in sheet.actions.contains(action) ? action : nil })
  }

  @Test func `turning renewal off in the sheet comes as an update of the status`() async throws {
    let sheets = chooses(.disableAutoRenew(groupID: Self.group))
    let alice = try await Customer.onNewDevice(sheets: sheets)
    try await alice.buy("subscription.pro")
    let updates = alice.session.statusUpdates()
    try await alice.until(.current)

    try await alice.session.manageSubscriptions(in: nil)

    var iterator = updates.makeLimitedIterator()
    let status = try #require(await iterator.next())
    #expect(status.state == .subscribed)
    #expect(try !status.renewalInfo.payloadValue.willAutoRenew)
    #expect(sheets.failures == [nil, nil])
    guard case .renewal(let plan, turnsOn: false) = sheets.subscriptionSheets.last else {
      throw FixtureError(text: "\(sheets.subscriptionSheets)")
    }
    #expect(plan.displayName == "Pro" && plan.willAutoRenew)
  }

  @Test func `renewal that is turned off is offered to be turned on, and the other way round`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("subscription.pro")

    #expect(try await alice.session.setAutoRenew(false, in: Self.group) == .changed)
    #expect(try await alice.session.setAutoRenew(false, in: Self.group) == .unchanged)
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(
      plan.actions.last
        == .enableAutoRenew(
          groupID: Self.group, productID: "subscription.pro", price: Decimal(499) / 100))
    #expect(plan.next == nil)
    #expect(try await alice.session.setAutoRenew(true, in: Self.group) == .changed)
    #expect(try await alice.session.subscriptionPlans().first?.willAutoRenew == true)
  }

  @Test func `a customer who chooses nothing changes nothing`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(choosing: { _ in nil }))
    try await alice.buy("subscription.pro")

    try await alice.session.manageSubscriptions(in: Self.group)
    #expect(try await alice.session.setAutoRenew(false, in: Self.group) == .declined)
    #expect(try await alice.session.fixPayment() == .declined)

    #expect(!alice.line.questions.contains(StoreCall.perform.rawValue))
    #expect(alice.sheets.failures.isEmpty)
  }

  @Test func `who declines the second sheet sees the first one again`() async throws {
    let sheets = ScriptedSheets(choosing: { sheet in
      if case .subscriptions = sheet.content { sheet.actions.last } else { nil }
    })
    let alice = try await Customer.onNewDevice(sheets: sheets)
    try await alice.buy("subscription.pro")
    let managing = Task { try await alice.session.manageSubscriptions(in: nil) }

    try await wait { sheets.subscriptionSheets.count >= 3 }
    alice.line.condition = .cut

    await #expect {
      try await limited("the end of the sheets") { try await managing.value }
    } throws: {
      $0.isStoreKitError("networkError")
    }
    #expect(try alice.record().purchases?.subscriptions.count == 1)
  }

  @Test func `a plan that waits is ordered in the purchase sheet, and charges nothing`()
    async throws
  {
    let sheets = chooses(.order(productID: "subscription.standard", winBackOfferID: nil))
    let alice = try await Customer.onNewDevice(sheets: sheets)
    _ = try await alice.session.products(["subscription.standard", "subscription.premium"])
    try await alice.buy("subscription.pro")

    try await alice.session.manageSubscriptions(in: nil)

    #expect(sheets.shown.last?.terms.replacedProductID == "subscription.pro")
    #expect(sheets.shown.last?.terms.charge == 0)
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(plan.productID == "subscription.pro")
    #expect(plan.next?.productID == "subscription.standard")
    #expect(plan.next?.price?.display == "$2.99")
    #expect(
      plan.alternatives.map(\.productID) == ["subscription.pro", "subscription.premium"])
  }

  @Test func `the plans that are asked for are kept in the order of their IDs`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("subscription.pro")

    _ = try await alice.session.subscriptionPlans()

    #expect(
      try alice.record().products.map(\.id)
        == ["subscription.premium", "subscription.pro", "subscription.standard"])
  }

  @Test func `while renewal is off, the plan that turning it on leads to is said and not ordered`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.session.products(["subscription.standard", "subscription.premium"])
    try await alice.buy("subscription.pro")
    try await alice.buy("subscription.standard")
    _ = try await alice.session.setAutoRenew(false, in: Self.group)

    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(plan.next == nil)
    #expect(plan.nextIfTurnedOn?.productID == "subscription.standard")
    #expect(plan.nextIfTurnedOn?.price?.display == "$2.99")
    #expect(plan.alternatives.map(\.productID) == ["subscription.pro", "subscription.premium"])

    _ = try await alice.session.setAutoRenew(true, in: Self.group)
    let on = try #require(try await alice.session.subscriptionPlans().first)
    #expect(on.next?.productID == "subscription.standard" && on.nextIfTurnedOn == nil)
  }

  @Test func `an upgrade that the App Store's sheet sold comes to the app as an update`()
    async throws
  {
    let sheets = chooses(.order(productID: "subscription.pro", winBackOfferID: nil))
    let alice = try await Customer.onNewDevice(sheets: sheets)
    var updates = try await alice.listenToOpenStream()
    let standard = try await alice.buy("subscription.standard").transaction()
    await standard.finish()

    try await alice.session.manageSubscriptions(in: nil)

    let upgrade = await updates.next { $0.productID == "subscription.pro" }
    #expect(upgrade?.originalID == standard.id)
    #expect(await alice.unfinished() == ["subscription.pro"])
  }

  @Test func `without the store no sheet opens, and the error says so`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("subscription.pro")
    alice.line.condition = .cut

    for open in [
      { try await alice.session.manageSubscriptions(in: nil) },
      { _ = try await alice.session.fixPayment() },
      { _ = try await alice.session.setAutoRenew(false, in: Self.group) },
    ] {
      let error = await #expect(throws: StoreKitError.self) { try await open() }
      guard case .networkError = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(alice.sheets.subscriptionSheets.isEmpty)
  }

  @Test func `an expired plan has nothing to turn off, and every plan of its group to order`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let plans = ["subscription.pro", "subscription.premium", "subscription.standard"]
    _ = try await alice.session.products(plans)
    try await alice.buy("subscription.pro")
    _ = try await alice.session.setAutoRenew(false, in: Self.group)
    try await alice.store.advance("P1Y")

    let plan = try #require(try await alice.session.subscriptionPlans(in: Self.group).first)

    #expect(plan.state == .expired && plan.expirationReason == .autoRenewDisabled)
    #expect(plan.alternatives.map(\.productID) == plans)
    #expect(
      plan.actions
        == plan.alternatives.map {
          .order(productID: $0.productID, winBackOfferID: $0.winBackOffer?.id)
        })
    await #expect {
      try await alice.session.setAutoRenew(true, in: Self.group)
    } throws: { $0.isStoreKitError("systemError") }
    await #expect {
      try await alice.session.setAutoRenew(true, in: "no group")
    } throws: { $0.isStoreKitError("systemError") }
  }

  @Test func `a customer without a subscription sees an empty sheet`() async throws {
    let alice = try await Customer.onNewDevice()

    try await alice.session.manageSubscriptions(in: nil)

    #expect(alice.sheets.subscriptionSheets == [.subscriptions([])])
  }
}
