import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

@testable import StoreEngine

/// The numbers are those of the invariants in MassExtension.swift.
@Suite(.hangLimit) struct ExtendRenewalDatesTests {
  private let plan = "subscription.premium"

  private func request(
    _ productID: String? = nil, days: Int = 10, identifier: String = "outage",
    storefronts: Set<String>? = nil
  ) -> MassExtendRenewalDateRequest {
    MassExtendRenewalDateRequest(
      productId: productID ?? plan,
      dateExtension: ExtendRenewalDateRequest(
        extendByDays: days, extendReasonCode: .serviceIssueOrOutage,
        requestIdentifier: identifier),
      storefrontCountryCodes: storefronts)
  }

  private func status(
    in engine: StoreEngine, identifier: String = "outage", by caller: APICaller = .ofFixture
  ) async throws -> MassExtendRenewalDateStatusResponse {
    try await engine.renewalDateExtensionStatus(
      productID: plan, requestIdentifier: identifier, for: caller)
  }

  private func complete(
    succeeded: Int64, failed: Int64 = 0, at date: Date = .fixture
  ) -> MassExtendRenewalDateStatusResponse {
    MassExtendRenewalDateStatusResponse(
      requestIdentifier: "outage", complete: true, completeDate: date, succeededCount: succeeded,
      failedCount: failed)
  }

  /// A store in which `alice` and `bert` have the plan, and `carl` another one.
  private func subscribed() async throws -> StoreFixture {
    let fixture = try await StoreFixture.make()
    try await fixture.device("alpha").backend.buy(plan)
    try await fixture.device("beta", of: "bert").buy(plan)
    try await fixture.device("gamma", of: "carl").buy("subscription.standard")
    return fixture
  }

  /// The ends of the present periods of alice, bert and carl, in days since their common first end.
  private func extensions(in fixture: StoreFixture) async throws -> [Int] {
    let ends = try await ["alice", "bert", "carl"].asyncMap { account in
      try #require(try await fixture.latest(of: account).expiresDate)
    }
    // From 21 January to 21 February.
    let first = Date.fixture.addingTimeInterval(31 * 86_400)
    return ends.map { Int($0.timeIntervalSince(first) / 86_400) }
  }

  @Test func `1, 3: all subscribers of the plan are extended, and the status counts them`()
    async throws
  {
    let fixture = try await subscribed()

    let answer = try await fixture.engine.extendRenewalDates(request(), for: .ofFixture)
    await fixture.engine.performMassExtensions()

    #expect(answer.requestIdentifier == "outage")
    #expect(try await status(in: fixture.engine) == complete(succeeded: 2))
    #expect(try await extensions(in: fixture) == [10, 10, 0])
  }

  @Test func `1, 4: a repeated request extends no subscriber, but another identifier does`()
    async throws
  {
    let fixture = try await subscribed()
    for days in [10, 20] {
      _ = try await fixture.engine.extendRenewalDates(request(days: days), for: .ofFixture)
      await fixture.engine.performMassExtensions()
    }
    #expect(try await extensions(in: fixture) == [10, 10, 0])

    _ = try await fixture.engine.extendRenewalDates(request(identifier: "again"), for: .ofFixture)
    await fixture.engine.performMassExtensions()

    #expect(try await extensions(in: fixture) == [20, 20, 0])
    #expect(try await status(in: fixture.engine) == complete(succeeded: 2))
  }

  @Test
  func `2: the next process continues a request and extends no subscriber twice`() async throws {
    let fixture = try await subscribed()
    let crashing = try await fixture.another(over: { UnwritableLedgers(ledgers: $0) })
    _ = try await crashing.extendRenewalDates(request(), for: .ofFixture)
    await crashing.performMassExtensions()
    #expect(
      try await status(in: crashing)
        == MassExtendRenewalDateStatusResponse(requestIdentifier: "outage", complete: false))

    let next = try await fixture.another()
    await next.performMassExtensions()

    #expect(try await status(in: next) == complete(succeeded: 2))
    #expect(try await extensions(in: fixture) == [10, 10, 0])
    for customer in [1, 2] as [Int64] {
      let types = try await fixture.notificationTypes(of: customer)
      #expect(types.filter { $0 == "RENEWAL_EXTENDED" }.count == 1)
    }
  }

  @Test(arguments: [1, 2, 3])
  func `2: steps of any length extend each subscriber once`(limit: Int) async throws {
    let fixture = try await subscribed()
    let crashing = try await fixture.another(over: { UnwritableLedgers(ledgers: $0) })
    _ = try await crashing.extendRenewalDates(request(), for: .ofFixture)

    await fixture.engine.performMassExtensions(limit: limit)

    #expect(try await status(in: fixture.engine) == complete(succeeded: 2))
    #expect(try await extensions(in: fixture) == [10, 10, 0])
  }

  @Test func `3: a subscriber whose payment fails is counted as failed`() async throws {
    let fixture = try await subscribed()
    _ = try await fixture.engine.perform(
      .failBilling(subscription: .product(plan, account: "bert")))
    try await fixture.advance("P1M")
    let now = try await fixture.engine.clock().now

    _ = try await fixture.engine.extendRenewalDates(request(), for: .ofFixture)
    await fixture.engine.performMassExtensions()

    #expect(
      try await status(in: fixture.engine) == complete(succeeded: 1, failed: 1, at: now))
  }

  @Test(arguments: [("USA", 2), ("CAN", 0)] as [(String, Int64)])
  func `3: only the subscribers of the storefronts are extended`(
    storefront: String, count: Int64
  ) async throws {
    let fixture = try await subscribed()

    _ = try await fixture.engine.extendRenewalDates(
      request(storefronts: [storefront]), for: .ofFixture)
    await fixture.engine.performMassExtensions()

    #expect(try await status(in: fixture.engine) == complete(succeeded: count))
  }

  @Test func `5: a server is notified of each subscriber and of the result once`() async throws {
    let (fixture, receiver) = (try await subscribed(), NotificationReceiver())
    _ = try await fixture.engine.perform(
      .failBilling(subscription: .product(plan, account: "bert")))
    try await fixture.advance("P1M")
    let sending = try await fixture.sending(to: receiver)

    _ = try await fixture.engine.extendRenewalDates(request(), for: .ofFixture)
    await fixture.engine.performMassExtensions(limit: 1)
    try await sending.sendDueNotifications()
    try await sending.sendDueNotifications()

    #expect(
      receiver.received.map(\.name).sorted() == [
        "RENEWAL_EXTENDED", "RENEWAL_EXTENSION FAILURE", "RENEWAL_EXTENSION SUMMARY",
      ])
    #expect(Set(receiver.received.map(\.payload.notificationUUID)).count == 3)
    let failure = try #require(receiver.received.first { $0.payload.subtype == .failure })
    let bert = try await fixture.latest(of: "bert")
    #expect(try failure.transaction().transactionId == bert.transactionId)
    let summary = try #require(receiver.received.first { $0.payload.subtype == .summary })
    #expect(
      summary.payload.subject
        == .summary(
          NotificationSummaryPayload(
            environment: summary.payload.environment, bundleId: "com.example.skdemo",
            productId: plan, requestIdentifier: "outage", succeededCount: 1, failedCount: 1)))
  }

  @Test func `without a URL a mass extension leaves no notification`() async throws {
    let (fixture, receiver) = (try await subscribed(), NotificationReceiver())
    _ = try await fixture.engine.extendRenewalDates(request(), for: .ofFixture)
    await fixture.engine.performMassExtensions()

    try await fixture.sending(to: receiver).sendDueNotifications()

    #expect(receiver.received == [])
  }

  @Test func `family members are extended with the purchaser and not counted`() async throws {
    let fixture = try await StoreFixture.withFamily()
    try await fixture.device("alpha").backend.buy(plan)

    _ = try await fixture.engine.extendRenewalDates(request(), for: .ofFixture)
    await fixture.engine.performMassExtensions()

    #expect(try await status(in: fixture.engine) == complete(succeeded: 1))
    let (own, shared) = (
      try await fixture.latest(of: "alice"), try await fixture.latest(of: "bob")
    )
    #expect(shared.inAppOwnershipType == .familyShared)
    #expect(shared.expiresDate == own.expiresDate)
  }

  @Test func `a reset forgets the requests`() async throws {
    let fixture = try await subscribed()
    _ = try await fixture.engine.extendRenewalDates(request(), for: .ofFixture)
    await fixture.engine.performMassExtensions()

    _ = try await fixture.engine.reset()

    await #expect(throws: APIError.statusRequestNotFound) { try await status(in: fixture.engine) }
  }

  @Test func `an unknown plan and values out of bounds have Apple's numbers`() async throws {
    let fixture = try await subscribed()
    let wrong: [(MassExtendRenewalDateRequest, APIError)] = [
      (request("subscription.unknown"), .invalidProductId),
      (request("nonconsumable.car"), .invalidProductId),
      (request(days: 0), .invalidExtendByDays), (request(days: 91), .invalidExtendByDays),
      (request(identifier: ""), .invalidRequestIdentifier),
      (request(storefronts: []), .invalidEmptyStorefrontCountryCodeList),
      (request(storefronts: ["USA", "XXX"]), .invalidStorefrontCountryCode),
    ]
    for (request, error) in wrong {
      await #expect(throws: error) {
        try await fixture.engine.extendRenewalDates(request, for: .ofFixture)
      }
    }
    await #expect(throws: APIError.invalidProductId) {
      try await fixture.engine.extendRenewalDates(request(), for: .ofOtherApp)
    }
    await #expect(throws: APIError.statusRequestNotFound) { try await status(in: fixture.engine) }
  }

  @Test func `another app's server finds no request`() async throws {
    let fixture = try await subscribed()
    _ = try await fixture.engine.extendRenewalDates(request(), for: .ofFixture)

    await #expect(throws: APIError.statusRequestNotFound) {
      try await status(in: fixture.engine, by: .ofOtherApp)
    }
    await #expect(throws: APIError.statusRequestNotFound) {
      try await status(in: fixture.engine, identifier: "other")
    }
  }
}

/// Ledgers of a process that can store no step of a mass extension.
private struct UnwritableLedgers: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore

  func continueMassExtension(
    limit: Int, _ settlement: SettlementContext,
    effect:
      @escaping @Sendable (MassExtension, Ledger, StoreSettings, CatalogueSnapshot) ->
      MassExtension.Effect
  ) async throws(StoreError) -> SettledChange<Bool> {
    throw .unavailable(reason: "the disk is full")
  }
}
