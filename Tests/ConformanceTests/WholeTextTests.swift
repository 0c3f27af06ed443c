import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// Texts with a NUL, which ends a string in C: each is another text than its beginning.
@Suite(.hangLimit) struct WholeTextTests {
  @Test(arguments: Site.allCases)
  func `a code with a NUL redeems nothing`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let request = OfferCodeRequest(reference: "nonconsumable.car", custom: "CAR", number: nil)
    _ = try await store.operator.perform(.createOfferCodes(request: request))
    let order = Order(
      key: OrderKey(UUID()), productID: "nonconsumable.car", offer: .code(code: "CAR\0x"))

    await #expect(throws: StoreError.unknownOfferCode(name: "CAR\0x")) {
      try await alpha.offerCode("CAR\0x")
    }
    await #expect(throws: StoreError.unknownOfferCode(name: "CAR\0x")) {
      try await alpha.purchase(order)
    }
    #expect(try await alpha.purchases().value.latest.isEmpty)
  }

  @Test(arguments: Site.allCases)
  func `an account with a NUL in its name is nobody's`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    let name = "alice\0x"
    let password = Credentials.of("alice").password
    let order = Order(key: OrderKey(UUID()), productID: "nonconsumable.car")
    let commands: [OperatorCommand] = [
      .buy(purchase: OperatorPurchase(order: order, account: name)),
      .transactions(account: name, revision: nil),
      .addFamilyMember(account: name, organizer: "alice"),
    ]

    await #expect(throws: StoreError.signInRefused) {
      try await store.accounts.signIn(Credentials(account: name, password: password))
    }
    for command in commands {
      await #expect(throws: StoreError.self) { try await store.operator.perform(command) }
    }
  }

  @Test(arguments: Site.allCases)
  func `a device with a NUL in its name is not removed`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)

    await #expect(throws: StoreError.unknownDevice(name: "alpha\0x")) {
      try await store.accounts.removeDevice("alpha\0x", signIn: store.signIn.token)
    }
    #expect(try await store.accounts.devices(signIn: store.signIn.token).value.count == 1)
  }

  @Test(arguments: Site.allCases)
  func `a product with a NUL in its ID has no transactions`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    try await alpha.buy("nonconsumable.car")
    var request = TransactionsRequest(includingFinishedConsumables: true, limit: 10)
    request.productID = "nonconsumable.car\0x"

    #expect(try await alpha.transactions(request).value.signedTransactions.isEmpty)
    await #expect(throws: StoreError.unknownProduct(productID: "nonconsumable.car\0x")) {
      try await alpha.buy("nonconsumable.car\0x")
    }
  }
}
