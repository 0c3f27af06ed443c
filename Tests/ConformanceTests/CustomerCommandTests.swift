import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct CustomerCommandTests {
  private static let group = "3F19ED53"
  private static let enabling = CustomerCommand.enableAutoRenew(
    groupID: group, productID: "subscription.pro", price: Decimal(milliunits: 4_990))

  @Test(arguments: Site.allCases)
  func `a customer turns renewal off and on, and each time every instance is notified`(
    site: Site
  ) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.pro")
    let other = try await store.backend(of: registration)
    var own = try await alpha.newEvents()
    var others = try await other.newEvents()

    let commands: [(CustomerCommand, RenewalInfoPayload.AutoRenewStatus)] = [
      (.disableAutoRenew(groupID: Self.group), .off), (Self.enabling, .on),
    ]
    for (command, status) in commands {
      #expect(try await alpha.perform(command).value)
      #expect(try await !alpha.perform(command).value)
      #expect(try await own.nextSubscription().renewalInfo().autoRenewStatus == status)
      #expect(try await others.nextSubscription().renewalInfo().autoRenewStatus == status)
    }
  }

  @Test(arguments: Site.allCases)
  func `a customer cannot change a plan of a group that serves none`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let commands: [CustomerCommand] = [
      .disableAutoRenew(groupID: Self.group), Self.enabling,
      .answerPriceIncrease(groupID: Self.group, price: 5, isAccepted: true),
    ]
    func expectRefusals() async {
      for command in commands {
        await #expect(throws: StoreError.notSubscribed(productID: Self.group, account: nil)) {
          try await alpha.perform(command)
        }
      }
    }

    await expectRefusals()
    try await alpha.buy("subscription.pro")
    _ = try await alpha.perform(.disableAutoRenew(groupID: Self.group))
    try await store.advance("P1Y")
    await expectRefusals()
  }

  @Test(arguments: Site.allCases)
  func `a payment without an issue needs no mending, and a price that stays no answer`(site: Site)
    async throws
  {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    try await alpha.buy("subscription.pro")

    #expect(try await !alpha.perform(.fixPayment(charges: [])).value)
    await #expect(throws: StoreError.noPriceIncrease(productID: "subscription.pro")) {
      try await alpha.perform(.answerPriceIncrease(groupID: Self.group, price: 5, isAccepted: true))
    }
  }

  @Test(arguments: Site.allCases)
  func `a customer agrees to the price that they were shown, and to no other`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    try await store.operator.control { .requestPriceIncreaseConsent(subscription: $0) }
    let (shown, asked) = (Decimal(milliunits: 1_990), Decimal(milliunits: 2_990))

    await #expect(
      throws: StoreError.priceChanged(
        productID: "subscription.standard", price: asked, currency: "USD")
    ) {
      try await alpha.perform(
        .answerPriceIncrease(groupID: Self.group, price: shown, isAccepted: true))
    }
    let answer = CustomerCommand.answerPriceIncrease(
      groupID: Self.group, price: asked, isAccepted: true)
    #expect(try await alpha.perform(answer).value)
    #expect(try await !alpha.perform(answer).value, "sent again")
  }

  @Test(arguments: Site.allCases)
  func `renewal is turned on for the plan and the price that were shown, and for no other`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (id, price) = ("subscription.pro", Decimal(milliunits: 4_990))
    func enable(_ productID: String, _ price: Decimal?) async throws -> Bool {
      try await alpha.perform(
        .enableAutoRenew(groupID: Self.group, productID: productID, price: price)
      ).value
    }
    try await alpha.buy(id)
    _ = try await alpha.perform(.disableAutoRenew(groupID: Self.group))

    for (otherID, other) in [(id, 4), ("subscription.standard", price), (id, nil)]
      as [(String, Decimal?)]
    {
      await #expect(throws: StoreError.priceChanged(productID: id, price: price, currency: "USD")) {
        try await enable(otherID, other)
      }
    }
    _ = try await store.operator.perform(.withdraw(productID: id))
    await #expect(throws: StoreError.unknownProduct(productID: id)) { try await enable(id, price) }
    #expect(try await enable(id, nil), "the sheet said that it is not sold")
    #expect(try await !enable(id, price), "it is on already")
  }

  @Test(arguments: Site.allCases)
  func `who turns renewal on as shown after the price has risen pays the price that was shown`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    _ = try await alpha.perform(.disableAutoRenew(groupID: Self.group))
    _ = try await store.operator.perform(
      .setPrice(
        productID: "subscription.standard", price: Decimal(milliunits: 5_990), policy: .askConsent))
    let shown = try await alpha.purchases().value.subscriptions.first?.renewalInfo()
    let price = try #require(shown?.renewalPrice.map { Decimal(milliunits: $0) })

    let isChanged = try await alpha.perform(
      .enableAutoRenew(groupID: Self.group, productID: "subscription.standard", price: price)
    ).value

    #expect(isChanged && price == Decimal(milliunits: 5_990))
    try await store.advance("P1M1D")
    let current = try await alpha.purchases().value.subscriptions.first
    #expect(try current?.transaction().price == 5_990)
    #expect(try current?.renewalInfo().expirationIntent == nil)
  }

  @Test(arguments: Site.allCases)
  func `a fixed payment charges what the customer was shown, and nothing else`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    try await store.operator.control { .failBilling(subscription: $0) }
    try await store.advance("P1M1D")
    let charge = RenewalCharge(
      productID: "subscription.standard", price: Decimal(milliunits: 2_990))

    await #expect(
      throws: StoreError.priceChanged(
        productID: charge.productID, price: charge.price, currency: "USD")
    ) { try await alpha.perform(.fixPayment(charges: [])) }
    #expect(try await alpha.perform(.fixPayment(charges: [charge])).value)
    #expect(try await !alpha.perform(.fixPayment(charges: [charge])).value, "sent again")
    let signed = try await alpha.transactions(of: nil, includingFinishedConsumables: false)
    #expect(signed.value.count == 2)
  }

  @Test(arguments: Site.allCases)
  func `an offer that a plan does not have, or that nobody signed, is refused`(site: Site)
    async throws
  {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    func order(_ offer: OrderOffer) -> Order {
      Order(key: OrderKey(UUID()), productID: "subscription.pro", offer: offer)
    }
    let unsigned = OrderOffer.introductoryOfferEligibility(compactJWS: "a.b.c")

    await #expect(throws: StoreError.unknownOffer(offerID: "comeback")) {
      try await alpha.quote("subscription.pro", quantity: 1, offer: .winBack(id: "comeback"))
    }
    await #expect(throws: StoreError.unknownOffer(offerID: "comeback")) {
      try await alpha.purchase(order(.winBack(id: "comeback")))
    }
    for request in [
      { _ = try await alpha.quote("subscription.pro", quantity: 1, offer: unsigned) },
      { _ = try await alpha.purchase(order(unsigned)) },
    ] {
      let error = await #expect(throws: StoreError.self) { try await request() }
      #expect(error?.code == .invalidOfferSignature)
    }
  }
}
