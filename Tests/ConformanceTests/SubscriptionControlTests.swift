import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// The operator's controls of one subscription.
@Suite(.hangLimit) struct SubscriptionControlTests {
  @Test(arguments: Site.allCases)
  func `a forced renewal begins a period now, and is sent to every device`(site: Site) async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("subscription.standard").transaction()
    var updates = try await alpha.newEvents()
    try await store.advance("P3D")

    let renewed = try await store.operator.control { .renew(subscription: $0) }

    let transaction = renewed.value.transaction
    #expect(transaction.originalTransactionId == bought.transactionId)
    #expect(transaction.transactionReason == .renewal)
    #expect(transaction.purchaseDate == renewed.time.now)
    #expect(renewed.value.status == .active)
    #expect(try await updates.next()?.transaction().transactionId == transaction.transactionId)
    #expect(
      try await updates.nextSubscription().renewalInfo().renewalDate == transaction.expiresDate)
  }

  @Test(arguments: Site.allCases)
  func `the operator reads a subscription, and changes nothing`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("subscription.standard").transaction()

    let read = try await store.operator.control { .subscription(subscription: $0) }

    #expect(read.value.transaction.transactionId == bought.transactionId)
    #expect(read.value.status == .active)
    #expect(read.value.renewalInfo.autoRenewStatus == .on)
    await #expect(throws: StoreError.notSubscribed(productID: "subscription.pro", account: nil)) {
      try await store.operator.perform(
        .subscription(subscription: .product("subscription.pro", account: nil)))
    }
  }

  @Test(arguments: Site.allCases)
  func `a renewal is not forced if renewal is off or has failed`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    let plan = SubscriptionReference.product("subscription.standard", account: nil)
    _ = try await store.operator.perform(.disableAutoRenew(subscription: plan))

    await #expect(throws: StoreError.renewalIsOff(productID: "subscription.standard")) {
      try await store.operator.control { .renew(subscription: $0) }
    }
    _ = try await store.operator.perform(.enableAutoRenew(subscription: plan))
    _ = try await store.operator.perform(.setRenewalsFail(isOn: true))
    let failed = try await store.operator.control { .renew(subscription: $0) }
    #expect(failed.value.status == .billingRetry)
    await #expect(throws: StoreError.billingIssue(productID: "subscription.standard")) {
      try await store.operator.control { .renew(subscription: $0) }
    }
  }

  @Test(arguments: Site.allCases)
  func `a payment that fails shows at the renewal`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")

    let failing = try await store.operator.control { .failBilling(subscription: $0) }

    #expect(failing.value.status == .active)
    #expect(failing.value.renewalInfo.isInBillingRetryPeriod == false)
    var updates = try await alpha.newEvents()
    #expect(try await store.advance("P1M").events == 1)
    let failed = try await updates.nextSubscription()
    #expect(try failed.renewalInfo().isInBillingRetryPeriod == true)
    #expect(try failed.renewalInfo().expirationIntent == .billingError)
    #expect(try failed.renewalInfo().autoRenewStatus == .on)
    #expect(try await store.advance("P60D").events == 1)
    #expect(try await updates.nextSubscription().renewalInfo().isInBillingRetryPeriod == false)
  }

  @Test(arguments: Site.allCases)
  func `a payment that is fixed in the grace period keeps the billing dates`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("subscription.standard").transaction()
    _ = try await store.operator.perform(.setGracePeriod(gracePeriod: .days16))
    try await store.operator.control { .failBilling(subscription: $0) }
    try await store.advance("P1M10D")

    let recovered = try await store.operator.control { .recoverBilling(subscription: $0) }

    #expect(recovered.value.status == .active)
    #expect(recovered.value.transaction.purchaseDate == bought.expiresDate)
    #expect(recovered.value.renewalInfo.isInBillingRetryPeriod == false)
  }

  @Test(arguments: Site.allCases)
  func `a payment that is fixed later begins new billing dates`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    try await store.operator.control { .failBilling(subscription: $0) }
    try await store.advance("P1M10D")

    let recovered = try await store.operator.control { .recoverBilling(subscription: $0) }

    #expect(recovered.value.status == .active)
    #expect(recovered.value.transaction.purchaseDate == recovered.time.now)
    let again = try await store.operator.control { .recoverBilling(subscription: $0) }
    #expect(again.value.transaction == recovered.value.transaction, "nothing was charged twice")
  }

  @Test(arguments: Site.allCases)
  func `a period is extended twice a year, and later periods count from its new end`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("subscription.standard").transaction()
    var updates = try await alpha.newEvents()

    let extended = try await store.operator.control { .extend(subscription: $0, days: 10) }

    let end = try #require(bought.expiresDate).addingTimeInterval(10 * 86_400)
    #expect(extended.value.renewalInfo.renewalDate == end)
    #expect(try await updates.nextSubscription().renewalInfo().renewalDate == end)
    for days in [0, 91] {
      await #expect(throws: StoreError.invalidExtension(days: days)) {
        try await store.operator.control { .extend(subscription: $0, days: days) }
      }
    }
    try await store.operator.control { .extend(subscription: $0, days: 90) }
    await #expect(
      throws: StoreError.extensionRefused(productID: "subscription.standard", reason: .tooMany)
    ) {
      try await store.operator.control { .extend(subscription: $0, days: 1) }
    }
    let total = end.addingTimeInterval(90 * 86_400)
    _ = try await store.operator.advance(.to(total.addingTimeInterval(-1)))
    #expect(
      try await alpha.purchases().value.subscriptions.first?.renewalInfo().renewalDate == total)
    #expect(try await store.advance("PT1S").events == 1)
  }

  @Test(arguments: Site.allCases)
  func `the price that a customer agrees to is charged, and the one that they decline ends it`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    await #expect(throws: StoreError.noPriceIncrease(productID: "subscription.standard")) {
      try await store.operator.control { .answerPriceIncrease(subscription: $0, isAccepted: true) }
    }
    let asked = try await store.operator.control { .requestPriceIncreaseConsent(subscription: $0) }
    #expect(asked.value.renewalInfo.priceIncreaseStatus == .pending)

    let agreed = try await store.operator.control {
      .answerPriceIncrease(subscription: $0, isAccepted: true)
    }

    #expect(agreed.value.renewalInfo.priceIncreaseStatus == .agreed)
    #expect(try await store.advance("P1M").events == 1)
    let renewed = try await store.operator.control {
      .requestPriceIncreaseConsent(subscription: $0)
    }
    #expect(renewed.value.transaction.transactionReason == .renewal)
    let declined = try await store.operator.control {
      .answerPriceIncrease(subscription: $0, isAccepted: false)
    }
    #expect(declined.value.renewalInfo.autoRenewStatus == .off)
    #expect(try await store.advance("P1M").events == 1)
    let last = try await alpha.purchases().value.subscriptions.first?.renewalInfo()
    #expect(last?.expirationIntent == .didNotConsentToPriceIncrease)
  }
}

/// A subscription after a command.
struct ControlledSubscription {
  let transaction: TransactionPayload
  let renewalInfo: RenewalInfoPayload
  let status: SubscriptionStatusCode
}

extension StoreOperator {
  /// Performs a command about the only subscription to Standard.
  @discardableResult
  func control(
    _ command: (SubscriptionReference) -> OperatorCommand
  ) async throws -> Answer<ControlledSubscription> {
    let answer = try await perform(command(.product("subscription.standard", account: nil)))
    guard case .subscription(let current, let renewalInfo, let status) = answer.value else {
      throw FixtureError(text: "\(answer.value)")
    }
    #expect(current.account == "alice")
    return Answer(
      ControlledSubscription(
        transaction: current.transaction, renewalInfo: renewalInfo, status: status),
      at: answer.time)
  }
}
