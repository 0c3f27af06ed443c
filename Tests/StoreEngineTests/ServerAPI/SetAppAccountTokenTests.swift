import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct SetAppAccountTokenTests {
  private let token = LowercaseUUID(UUID())

  private func set(
    of id: AnyTransactionID, in fixture: StoreFixture, by caller: APICaller = .ofFixture
  ) async throws {
    try await fixture.engine.setAppAccountToken(
      of: id, UpdateAppAccountTokenRequest(appAccountToken: token), for: caller)
  }

  @Test func `the token is stored, and a renewal after a month has it`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let first = try await alpha.buy("subscription.premium").transaction().transactionId

    try await set(of: .of(first), in: fixture)
    try await fixture.advance("P1M")

    #expect(try await fixture.listed(first).appAccountToken == token)
    let renewed = try await fixture.latest(of: "alice")
    #expect(renewed.transactionReason == .renewal && renewed.appAccountToken == token)
  }

  @Test func `devices get the plan with its token, signed again`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let first = try await alpha.buy("subscription.premium").transaction().transactionId
    let before = try await alpha.purchases().value
    var updates = try await fixture.backend(of: registration).events(after: before.sequence)
      .makeLimitedIterator()

    try await set(of: .of(first), in: fixture)

    guard case .subscription(let signed) = try await updates.next()?.value.change else {
      throw FixtureError(text: "no subscription")
    }
    #expect(
      try TransactionPayload.decoded(from: signed.signedTransaction).appAccountToken == token)
    #expect(
      try RenewalInfoPayload.decoded(from: signed.signedRenewalInfo).appAccountToken == token)
    #expect(try await alpha.purchases().value.latest != before.latest)
  }

  @Test func `a renewal's ID is not an original transaction's`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.premium")
    try await fixture.advance("P1M")
    let renewal = try await fixture.latest(of: "alice").transactionId

    await #expect(throws: APIError.transactionIdNotOriginalTransactionId) {
      try await set(of: .of(renewal), in: fixture)
    }
    #expect(try await fixture.latest(of: "alice").appAccountToken == nil)
  }

  @Test func `the token of a family member's purchase cannot be set`() async throws {
    let fixture = try await StoreFixture.withFamily()
    try await fixture.device("alpha").backend.buy("nonconsumable.car")
    let shared = try await fixture.latest(of: "bob").transactionId

    await #expect(throws: APIError.familyTransactionNotSupported) {
      try await set(of: .of(shared), in: fixture)
    }
  }

  @Test func `an unknown, another app's or an app transaction's ID has its number`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId

    await #expect(throws: APIError.originalTransactionIdNotFound) {
      try await set(of: .unknown(), in: fixture)
    }
    await #expect(throws: APIError.originalTransactionIdNotFound) {
      try await set(of: .of(car), in: fixture, by: .ofOtherApp)
    }
    await #expect(throws: APIError.appTransactionIdNotSupported) {
      try await set(of: .ofApp(), in: fixture)
    }
    await #expect(throws: APIError.originalTransactionIdNotFound) {
      try await set(of: .ofUnknownApp(), in: fixture)
    }
    #expect(try await fixture.listed(car).appAccountToken == nil)
  }
}
