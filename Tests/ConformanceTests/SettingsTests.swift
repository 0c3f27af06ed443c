import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct SettingsTests {
  @Test(arguments: Site.allCases)
  func `a storefront keeps what was bought, devices are notified, and plans renew in its currency`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    var updates = alpha.updates(after: try await alpha.purchases().value.sequence)
      .makeLimitedIterator()
    _ = try await updates.next()

    let answer = try await store.operator.perform(.setStorefront(storefront: "DEU"))

    #expect(
      answer.value
        == .settings(
          values: OperatorSettings(rules: StoreRules(), storefront: "DEU", locale: "en_US")))
    #expect(try await updates.next()?.value.change == .products)
    #expect(try await alpha.storefront().value.currency == "EUR")
    let info = try await alpha.purchases().value.subscriptions.map { try $0.renewalInfo() }
    #expect(info.map(\.currency) == ["EUR"])
    try await store.advance("P1M")
    let charged = try await alpha.transactions(of: nil, includingFinishedConsumables: true).value
      .map { try TransactionPayload.decoded(from: $0) }
    #expect(charged.map(\.currency) == ["EUR", "USD"])
    #expect(charged.map(\.storefront) == ["DEU", "USA"])
    await #expect(throws: StoreError.unknownStorefront(name: "ATL")) {
      try await store.operator.perform(.setStorefront(storefront: "ATL"))
    }
  }

  @Test(arguments: Site.allCases)
  func `a locale changes names and descriptions, and neither prices nor what was bought`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.perform(.importCatalogue(configuration: Self.inTwoLanguages))
    try await alpha.buy("coins")
    #expect(try await alpha.products(["coins"]).value.map(\.displayName) == ["Coins"])
    var updates = alpha.updates(after: try await alpha.purchases().value.sequence)
      .makeLimitedIterator()
    _ = try await updates.next()

    let answer = try await store.operator.perform(.setLocale(locale: "de-DE"))

    #expect(
      answer.value
        == .settings(
          values: OperatorSettings(rules: StoreRules(), storefront: "USA", locale: "de_DE")))
    #expect(try await updates.next()?.value.change == .products)
    let coins = try #require(try await alpha.products(["coins"]).value.first)
    #expect(coins.displayName == "Münzen" && coins.description == "Zehn Münzen")
    #expect(coins.currency == "USD" && coins.locale == "en_US", "prices are the storefront's")
    let bought = try await alpha.transactions(of: nil, includingFinishedConsumables: true).value
    #expect(bought.count == 1)
    #expect(try await store.operator.perform(.settings).value == answer.value)
  }

  @Test(arguments: Site.allCases)
  func `an invalid locale is refused, and changes nothing`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let before = try await store.operator.perform(.settings).value

    for name in ["german", "DE", "xx_YY", "de_Germany", "de_DE@currency=EUR", ""] {
      await #expect(throws: StoreError.unknownLocale(name: name)) {
        try await store.operator.perform(.setLocale(locale: name))
      }
    }

    #expect(try await store.operator.perform(.settings).value == before)
  }

  private static let inTwoLanguages = """
    {"products": [
      {"productID": "coins", "type": "Consumable", "displayPrice": "0.99", "referenceName": "coins",
       "localizations": [
        {"locale": "en_US", "displayName": "Coins", "description": "Ten coins"},
        {"locale": "de", "displayName": "Münzen", "description": "Zehn Münzen"}]}]}
    """

  @Test(arguments: Site.allCases)
  func `a time rate holds for periods that begin after it was set, and devices are notified`(
    site: Site
  )
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let before = try await alpha.buy("subscription.standard").transaction()
    var updates = alpha.updates(after: try await alpha.purchases().value.sequence)
      .makeLimitedIterator()
    #expect(try await updates.next()?.time.timeRate == .realTime)

    let rate = TimeRate.monthlyRenewalEveryFiveMinutes
    let answer = try await store.operator.perform(.setTimeRate(timeRate: rate))

    let settings = OperatorSettings(
      rules: StoreRules(timeRate: rate), storefront: "USA", locale: "en_US")
    #expect(answer.value == .settings(values: settings))
    let update = try #require(try await updates.next())
    #expect(update.value.change == .time)
    #expect(update.time.timeRate == rate)
    try await store.advance("P1MT5M")
    let periods = try await alpha.transactions(of: nil, includingFinishedConsumables: true).value
      .map { try TransactionPayload.decoded(from: $0) }
    #expect(periods.last?.expiresDate == before.expiresDate, "the period that had begun")
    let lengths = periods.prefix(2).map { $0.expiresDate?.timeIntervalSince($0.purchaseDate) }
    #expect(lengths == [300, 300])
    #expect(periods.count == 3)
  }

  @Test(arguments: Site.allCases)
  func `a simulated error is in every answer, devices are notified, and the store sells on`(
    site: Site
  )
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    var updates = alpha.updates(after: try await alpha.purchases().value.sequence)
      .makeLimitedIterator()
    #expect(try await updates.next()?.time.simulatedErrors == [:])
    let error = SimulatedError(.networkError, urlErrorCode: -1001)

    let answer = try await store.operator.perform(
      .setSimulatedError(api: .loadProducts, error: error))

    #expect(
      answer.value
        == .settings(
          values: OperatorSettings(
            rules: StoreRules(), storefront: "USA", locale: "en_US",
            simulatedErrors: [.loadProducts: error])))
    let update = try #require(try await updates.next())
    #expect(update.value.change == .time)
    #expect(update.time.simulatedErrors == [.loadProducts: error])
    #expect(
      try await alpha.buy("nonconsumable.car").time.simulatedErrors == [.loadProducts: error])
    _ = try await store.operator.perform(
      .setSimulatedError(api: .purchase, error: SimulatedError(.productUnavailable)))
    _ = try await store.operator.perform(.setSimulatedError(api: .loadProducts, error: nil))
    #expect(
      try await alpha.storefront().time.simulatedErrors
        == [.purchase: SimulatedError(.productUnavailable)])
    guard case .settings(let values) = try await store.operator.perform(.settings).value else {
      throw FixtureError(text: "no settings")
    }
    #expect(values.simulatedErrors == [.purchase: SimulatedError(.productUnavailable)])
    _ = try await store.operator.perform(.clearSimulatedErrors)
    #expect(try await alpha.storefront().time.simulatedErrors == [:])
    await #expect(
      throws: StoreError.invalidSimulatedError(name: .productUnavailable, api: .loadProducts)
    ) {
      try await store.operator.perform(
        .setSimulatedError(api: .loadProducts, error: SimulatedError(.productUnavailable)))
    }
  }

  @Test(arguments: Site.allCases)
  func `the notification URL is a setting, and an unusable URL changes nothing`(
    site: Site
  ) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    let url = "https://shop.example.com/apple"
    let settings = NotificationSettings(url: url, retries: true)

    let answer = try await store.operator.perform(.setNotificationURL(url: url, retries: true))
    guard case .settings(let values) = answer.value else { throw FixtureError(text: "\(answer)") }
    #expect(values.rules.notifications == settings)

    for text in ["http://shop.example.com/", "https://10.0.0.7/", "shop"] {
      await #expect {
        try await store.operator.perform(.setNotificationURL(url: text))
      } throws: { error in
        guard case .invalidNotificationURL(text, let reason)? = error as? StoreError else {
          return false
        }
        return !reason.isEmpty
      }
    }
    guard case .settings(let kept) = try await store.operator.perform(.settings).value else {
      throw FixtureError(text: "no settings")
    }
    #expect(kept.rules.notifications == settings)
    guard
      case .settings(let ended) = try await store.operator.perform(
        .setNotificationURL(url: nil)
      ).value
    else { throw FixtureError(text: "no settings") }
    #expect(ended.rules.notifications == nil)
  }

  @Test(arguments: Site.allCases)
  func `the version of notifications is a setting, and 2 by default`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    func version(_ command: OperatorCommand) async throws -> NotificationVersion? {
      guard case .settings(let values) = try await store.operator.perform(command).value else {
        throw FixtureError(text: "no settings")
      }
      return values.rules.notifications?.version
    }
    let url = "https://shop.example.com/apple"

    #expect(try await version(.setNotificationURL(url: url, version: .v1)) == .v1)
    #expect(try await version(.settings) == .v1)
    #expect(try await version(.setNotificationURL(url: url)) == .v2)
    #expect(try await version(.setNotificationURL(url: nil)) == nil)
  }

  @Test(arguments: Site.allCases)
  func `the shared secret stays the same until another one is made`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    func secret(regenerates: Bool = false) async throws -> String {
      let answer = try await store.operator.perform(.sharedSecret(regenerates: regenerates))
      guard case .sharedSecret(let secret) = answer.value else {
        throw FixtureError(text: "\(answer.value)")
      }
      return secret
    }

    let first = try await secret()
    let same = try await secret()
    let other = try await secret(regenerates: true)

    #expect(first.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(same == first && other != first)
    #expect(try await secret() == other)
  }

  @Test(arguments: Site.allCases)
  func `a failed renewal keeps the grace period of that day, and then gives no access`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    _ = try await store.operator.perform(.setGracePeriod(gracePeriod: .days16))
    _ = try await store.operator.perform(.setRenewalsFail(isOn: true))
    var updates = try await alpha.newEvents()

    try await store.advance("P1M")
    let failed = try await updates.nextSubscription()
    _ = try await store.operator.perform(.setGracePeriod(gracePeriod: .off))
    _ = try await store.operator.perform(.setRenewalsFail(isOn: false))

    #expect(try failed.renewalInfo().isInBillingRetryPeriod == true)
    let grace = try #require(try failed.renewalInfo().gracePeriodExpiresDate)
    let end = try #require(try failed.transaction().expiresDate)
    #expect(grace.timeIntervalSince(end) == 16 * 86_400)
    try await store.advance("P16D")
    let retry = try await updates.nextSubscription()
    #expect(try retry.renewalInfo().gracePeriodExpiresDate == nil)
    #expect(try retry.renewalInfo().isInBillingRetryPeriod == true)
  }

  @Test(arguments: Site.allCases)
  func `with grace after paid periods only, the first payment after a free month has none`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let pro = SubscriptionReference.product("subscription.pro", account: nil)
    let set = try await store.operator.perform(
      .setGracePeriod(gracePeriod: .days16, renewalType: .paidToPaidOnly)
    ).value
    _ = try await store.operator.perform(
      .createOfferCodes(request: OfferCodeRequest(reference: "pro.free.month", custom: "FREE")))
    try await alpha.buy("subscription.standard")
    _ = try await alpha.purchase(
      Order(key: OrderKey(UUID()), productID: "subscription.pro", offer: .code(code: "FREE")))
    /// The next renewal fails; returns its info.
    func failedRenewal() async throws -> RenewalInfoPayload {
      _ = try await store.operator.perform(.failBilling(subscription: pro))
      try await store.advance("P1M")
      return try await alpha.purchases().value.subscriptions[0].renewalInfo()
    }

    let first = try await failedRenewal()
    _ = try await store.operator.perform(.recoverBilling(subscription: pro))
    let second = try await failedRenewal()

    #expect(first.isInBillingRetryPeriod == true && first.gracePeriodExpiresDate == nil)
    #expect(second.isInBillingRetryPeriod == true && second.gracePeriodExpiresDate != nil)
    #expect(set.gracePeriodRenewalType == .paidToPaidOnly)
    let all = try await store.operator.perform(.setGracePeriod(gracePeriod: .days16)).value
    #expect(all.gracePeriodRenewalType == .allRenewals)
  }

  @Test(arguments: Site.allCases)
  func `at an accelerated time rate a plan renews twelve times, or forever without the limit`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.perform(.setTimeRate(timeRate: .oneRenewalEveryMinute))
    try await alpha.buy("subscription.standard")

    #expect(try await store.advance("PT1H").events == 13, "12 renewals and the expiration")
    _ = try await store.operator.perform(.setRenewalLimit(isOn: false))
    try await alpha.buy("subscription.standard")
    #expect(try await store.advance("PT1H").events == 60)
    _ = try await store.operator.perform(.setRenewalLimit(isOn: true))
    #expect(try await store.advance("PT1H").events == 1, "it has renewed more than twelve times")
  }
}

extension OperatorResult {
  fileprivate var gracePeriodRenewalType: GracePeriodRenewalType? {
    if case .settings(let values) = self { values.rules.gracePeriodRenewalType } else { nil }
  }
}
