import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct SendConsumptionInformationTests {
  private func send(
    _ request: ConsumptionRequest, about id: AnyTransactionID, in fixture: StoreFixture,
    by caller: APICaller = .ofFixture
  ) async throws {
    try await fixture.engine.sendConsumptionInformation(about: id, request, for: caller)
  }

  private func prorated(_ used: Int32? = nil) -> ConsumptionRequest {
    .v2(
      ConsumptionInformation(
        sampleContentProvided: true, deliveryStatus: .delivered, consumptionPercentage: used,
        refundPreference: .grantProrated))
  }

  /// A store whose customer asks for the refund of a purchase, and the purchase.
  private func asked(
    for productID: String
  ) async throws -> (fixture: StoreFixture, id: TransactionID) {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let id = try await alpha.buy(productID).transaction().transactionId
    _ = try await alpha.perform(
      .requestRefund(
        transactionID: id, requestID: LowercaseUUID(UUID()), reason: .legal, text: nil))
    return (fixture, id)
  }

  @Test func `the operator sees what was sent, and the refund follows it`() async throws {
    let (fixture, fuel) = try await asked(for: "consumable.fuel.octane87")

    try await send(prorated(60_000), about: .of(fuel), in: fixture)

    let listed = try #require(try await fixture.engine.transactions(account: nil).value.first)
    #expect(
      listed.refundRequest?.consumption
        == ConsumptionReport(
          date: .fixture, deliveryStatus: .delivered, sampleContentProvided: true,
          consumptionPercentage: 60_000, refundPreference: .grantProrated))
    let refund = try await fixture.engine.refund(fuel).value
    #expect(refund.transaction.transaction.revocationPercentage == 40_000)
    #expect(refund.transaction.transaction.revocationType == .refundProrated)
  }

  @Test func `the numbers of version 1 are kept as words`() async throws {
    let (fixture, fuel) = try await asked(for: "consumable.fuel.octane87")

    try await send(
      .v1(.of(delivery: 2, consumption: 3, preference: 2)), about: .of(fuel), in: fixture)

    let listed = try #require(try await fixture.engine.transactions(account: nil).value.first)
    #expect(
      listed.refundRequest?.consumption
        == ConsumptionReport(
          date: .fixture, deliveryStatus: .undeliveredWrongItem, sampleContentProvided: false,
          consumptionPercentage: 100_000, refundPreference: .decline))
  }

  @Test func `a report without a request is accepted and changes nothing`() async throws {
    let fixture = try await StoreFixture.make()
    let car = try await fixture.device("alpha").backend.buy("nonconsumable.car").transaction()

    try await send(prorated(60_000), about: .of(car.transactionId), in: fixture)

    let refund = try await fixture.engine.refund(car.transactionId).value
    #expect(refund.transaction.transaction.revocationType == .refundFull)
  }

  @Test func `a plan that is to be prorated has no percentage`() async throws {
    let (fixture, plan) = try await asked(for: "subscription.premium")

    await #expect(throws: APIError.consumptionPercentageAutoRenewableSubscription) {
      try await send(prorated(60_000), about: .of(plan), in: fixture)
    }
    try await send(prorated(), about: .of(plan), in: fixture)
    let full = ConsumptionInformation(
      sampleContentProvided: false, deliveryStatus: .delivered, consumptionPercentage: 60_000,
      refundPreference: .grantFull)
    try await send(.v2(full), about: .of(plan), in: fixture)
  }

  @Test func `version 1 is about fuel and plans only`() async throws {
    let (fixture, car) = try await asked(for: "nonconsumable.car")

    await #expect(throws: APIError.invalidTransactionTypeNotSupported) {
      try await send(.v1(.of()), about: .of(car), in: fixture)
    }
    try await send(prorated(10_000), about: .of(car), in: fixture)
  }

  @Test func `a family member's purchase, and IDs that are not found, have their numbers`()
    async throws
  {
    let fixture = try await StoreFixture.withFamily()
    let car = try await fixture.device("alpha").backend.buy("nonconsumable.car").transaction()
    let shared = try await fixture.latest(of: "bob").transactionId

    await #expect(throws: APIError.familyTransactionNotSupported) {
      try await send(prorated(), about: .of(shared), in: fixture)
    }
    await #expect(throws: APIError.transactionIdNotFound) {
      try await send(prorated(), about: .unknown(), in: fixture)
    }
    await #expect(throws: APIError.transactionIdNotFound) {
      try await send(prorated(), about: .of(car.transactionId), in: fixture, by: .ofOtherApp)
    }
    await #expect(throws: APIError.appTransactionIdNotSupported) {
      try await send(prorated(), about: .ofApp(), in: fixture)
    }
  }
}

extension ConsumptionData {
  /// Reads the body of a request of version 1.
  fileprivate static func of(
    delivery: Int = 0, consumption: Int = 0, preference: Int = 0
  ) throws -> ConsumptionData {
    let json = """
      {"consumptionStatus": \(consumption), "platform": 1, "sampleContentProvided": false,
      "deliveryStatus": \(delivery), "accountTenure": 0, "playTime": 0,
      "lifetimeDollarsRefunded": 0, "lifetimeDollarsPurchased": 0, "userStatus": 0,
      "refundPreference": \(preference)}
      """
    return try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}
