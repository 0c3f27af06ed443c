import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import Testing

@testable import TransactionManager

@Suite struct PayloadFactsTests {
  private let month = Period(1, .month)

  @Test func `the details have every field of a transaction's payload, by its name`() throws {
    var payload = TransactionSample.plan.transaction
    payload.webOrderLineItemId = "1"
    payload.appAccountToken = LowercaseUUID(UUID())
    payload.revocationReason = .other
    payload.revocationDate = TransactionSample.now
    payload.revocationType = .refundFull
    payload.revocationPercentage = 100_000
    payload.isUpgraded = true
    payload.offerType = .promotional
    payload.offerIdentifier = "spring"
    payload.offerDiscountType = .freeTrial
    payload.offerPeriod = month
    payload.deviceVerification = Data([1])
    payload.deviceVerificationNonce = LowercaseUUID(UUID())

    try expectEveryField(of: payload, among: payload.facts)
  }

  @Test func `the details have every field of a renewal's payload, by its name`() throws {
    var payload = TransactionSample.subscription(.billingGracePeriod, .pending).renewalInfo
    payload.expirationIntent = .billingError
    payload.offerType = .winBack
    payload.offerIdentifier = "back"
    payload.offerDiscountType = .payAsYouGo
    payload.offerPeriod = month
    payload.eligibleWinBackOfferIds = ["back", "again"]
    payload.appAccountToken = LowercaseUUID(UUID())
    payload.deviceVerification = Data([1])
    payload.deviceVerificationNonce = LowercaseUUID(UUID())

    try expectEveryField(of: payload, among: payload.facts)
  }

  /// In JSON are the fields that have a value.
  private func expectEveryField(
    of payload: some Encodable, among facts: [RowFact]
  ) throws {
    let json = try JSONSerialization.jsonObject(with: JSONEncoder.payload.encode(payload))
    let fields = try #require(json as? [String: Any]).keys
    // The storage of a property wrapper has the property's name after an underscore.
    let properties = Mirror(reflecting: payload).children.compactMap { child in
      child.label.map { String($0.trimmingPrefix("_")) }
    }
    #expect(Set(fields) == Set(properties), "the sample has a value for each")
    #expect(facts.map(\.name).sorted() == fields.sorted())
    #expect(facts.allSatisfy { !$0.text.isEmpty })
  }
}
