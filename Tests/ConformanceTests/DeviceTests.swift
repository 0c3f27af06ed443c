import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct DeviceTests {
  @Test(arguments: Site.allCases)
  func `a new device sees all that is owned`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("nonconsumable.racecar")
    try await alpha.buy("subscription.pro")
    try await alpha.buy("consumable.fuel.octane87")

    let (beta, _) = try await store.device("beta")
    let purchases = try await beta.purchases().value

    #expect(try purchases.products(\.latest) == ["nonconsumable.racecar", "subscription.pro"])
    #expect(
      try await beta.unfinishedProducts() == ["nonconsumable.racecar", "subscription.pro"],
      "fuel is unfinished only on the device that ordered it")
    #expect(try purchases.subscriptions.map { try $0.renewalInfo().autoRenewStatus } == [.on])
    #expect(purchases.usedIntroductoryOffers == purchases.subscriptions.map(\.groupID))
    #expect(
      try await alpha.unfinishedProducts() == [
        "nonconsumable.racecar", "subscription.pro", "consumable.fuel.octane87",
      ])
  }

  @Test(arguments: Site.allCases)
  func `a transaction is signed for one device only`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, registration) = try await store.device("alpha")

    let transaction = try await alpha.buy("nonconsumable.car").transaction()

    let nonce = try #require(transaction.deviceVerificationNonce)
    let hash = DeviceVerification.hash(
      nonce: nonce.uuid, device: registration.device.verificationID.uuid)
    #expect(transaction.deviceVerification == hash)
    #expect(transaction.bundleId == "com.example.skdemo")
    #expect(transaction.signedDate == .fixture)
  }

  @Test(arguments: Site.allCases)
  func `a finished transaction is finished on every device`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    let id = try await alpha.buy("nonconsumable.car").transaction().transactionId

    #expect(try await beta.finish(id).value)
    #expect(try await !beta.finish(id).value)

    #expect(try await alpha.unfinished().isEmpty)
    let unknown = TransactionID(rawValue: 7_000_000_001)
    await #expect(throws: StoreError.unknownTransaction(transactionID: unknown)) {
      try await alpha.finish(unknown)
    }
  }

  @Test(arguments: Site.allCases)
  func `finished fuel is in the history only on request`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction()
    try await alpha.buy("nonconsumable.car")
    _ = try await alpha.finish(fuel.transactionId)

    let some = try await alpha.transactions(of: nil, includingFinishedConsumables: false)
    let all = try await alpha.transactions(of: nil, includingFinishedConsumables: true)
    let cars = try await alpha.transactions(
      of: "nonconsumable.car", includingFinishedConsumables: true)

    #expect([some, all, cars].map(\.value.count) == [1, 2, 1])
  }

  @Test(arguments: Site.allCases)
  func `an account does not see another's transactions`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let id = try await alpha.buy("nonconsumable.car").transaction().transactionId

    let bob = try await store.signUp("bob")
    let registration = try await store.accounts.registerDevice("alpha", signIn: bob.token).value
    let bobs = try await store.backend(of: registration)

    #expect(try await bobs.purchases().value.latest.isEmpty)
    await #expect(throws: StoreError.unknownTransaction(transactionID: id)) {
      try await bobs.finish(id)
    }
    #expect(try await bobs.buy("nonconsumable.car").transaction().transactionId > id)
  }

  @Test(arguments: Site.allCases)
  func `a removed device is signed out, and its name is free`(site: Site) async throws {
    let (store, alpha, old) = try await ContractStore.withDevice(at: site)
    let token = store.signIn.token

    await #expect(throws: StoreError.deviceExists(name: "alpha")) {
      try await store.accounts.registerDevice("alpha", signIn: token)
    }
    _ = try await store.accounts.removeDevice("alpha", signIn: token)

    await #expect(throws: StoreError.unauthorized) { try await alpha.purchases() }
    await #expect(throws: StoreError.unauthorized) { try await store.backend(of: old) }
    await #expect(throws: StoreError.unknownDevice(name: "alpha")) {
      try await store.accounts.removeDevice("alpha", signIn: token)
    }
    let (_, new) = try await store.device("alpha")
    #expect(new.device.verificationID != old.device.verificationID)
    #expect(try await store.accounts.devices(signIn: token).value == [new.device])
  }

  @Test(arguments: Site.allCases)
  func `a registration that arrives twice registers one device`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let token = DeviceToken.random()
    let first = try await store.accounts.registerDevice(
      "alpha", token: token, signIn: store.signIn.token
    ).value
    let alpha = try await store.backend(of: first)
    try await alpha.buy("consumable.fuel.octane87")

    let again = try await store.accounts.registerDevice(
      "alpha", token: token, signIn: store.signIn.token
    ).value

    #expect(again.device == first.device)
    #expect([first.token, again.token] == [token.string, token.string])
    #expect(try await store.accounts.devices(signIn: store.signIn.token).value == [first.device])
    #expect(try await alpha.unfinished().count == 1)
    #expect(try await store.backend(of: again).unfinished().count == 1)
  }

  @Test(arguments: Site.allCases)
  func `a token belongs to one device, even after the device was removed`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let token = DeviceToken.random()
    let bob = try await store.signUp("bob").token
    _ = try await store.accounts.registerDevice("alpha", token: token, signIn: store.signIn.token)

    for (name, signIn) in [("beta", store.signIn.token), ("alpha", bob), ("beta", bob)] {
      await #expect(throws: StoreError.deviceExists(name: name)) {
        try await store.accounts.registerDevice(name, token: token, signIn: signIn)
      }
    }
    _ = try await store.accounts.removeDevice("alpha", signIn: store.signIn.token)
    await #expect(throws: StoreError.deviceExists(name: "alpha"), "a late copy of the registration")
    {
      try await store.accounts.registerDevice("alpha", token: token, signIn: store.signIn.token)
    }

    #expect(try await store.accounts.devices(signIn: store.signIn.token).value.isEmpty)
    #expect(try await store.accounts.devices(signIn: bob).value.isEmpty)
  }

  @Test(arguments: Site.allCases)
  func `a device token cannot register devices, and a sign-in token cannot buy`(site: Site)
    async throws
  {
    let (store, _, registration) = try await ContractStore.withDevice(at: site)

    await #expect(throws: StoreError.unauthorized) {
      try await store.accounts.registerDevice("beta", signIn: registration.token)
    }
    await #expect(throws: StoreError.unauthorized) {
      try await store.accounts.backend(
        for: store.signIn.token, instance: InstanceID(UUID()))
    }
  }
}

extension CustomerPurchases {
  /// The product IDs of some of the purchases' transactions.
  func products(_ list: KeyPath<CustomerPurchases, [String]>) throws -> [String] {
    try self[keyPath: list].map { try TransactionPayload.decoded(from: $0).productId }
  }
}

extension StoreBackend {
  /// The products of the unfinished transactions, oldest first.
  fileprivate func unfinishedProducts() async throws -> [String] {
    try await unfinished().map { try TransactionPayload.decoded(from: $0).productId }
  }
}
