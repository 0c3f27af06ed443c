import AppStorePayloads
import AppStoreServerAPI
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct FinishTransactionTests {
  @Test func `fuel that the server finishes is not offered again on its device`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    #expect(try await alpha.unfinished().count == 1)

    try await fixture.engine.finishTransaction(.of(fuel), for: .ofFixture)

    #expect(try await alpha.unfinished().isEmpty)
    try await fixture.engine.finishTransaction(.of(fuel), for: .ofFixture)
    #expect(try await alpha.unfinished().isEmpty)
  }

  @Test func `an instance of the app learns that the server has finished a purchase`() async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let other = try await fixture.backend(of: registration)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let sequence = try await other.purchases().value.sequence
    var updates = other.events(after: sequence).makeLimitedIterator()

    try await fixture.engine.finishTransaction(.of(car), for: .ofFixture)

    #expect(try await updates.next()?.value.change == .finished(car))
  }

  @Test func `a family member's purchase can be finished too`() async throws {
    let fixture = try await StoreFixture.withFamily()
    try await fixture.device("alpha").backend.buy("nonconsumable.car")
    let shared = try await fixture.latest(of: "bob").transactionId

    try await fixture.engine.finishTransaction(.of(shared), for: .ofFixture)

    #expect(
      try await fixture.engine.transactions(account: "bob").value.map(\.isFinished) == [true])
  }

  @Test func `an unknown, another app's or an app transaction's ID has its number`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId

    await #expect(throws: APIError.transactionIdNotFound) {
      try await fixture.engine.finishTransaction(.unknown(), for: .ofFixture)
    }
    await #expect(throws: APIError.transactionIdNotFound) {
      try await fixture.engine.finishTransaction(.of(car), for: .ofOtherApp)
    }
    await #expect(throws: APIError.appTransactionIdNotSupported) {
      try await fixture.engine.finishTransaction(.ofApp(), for: .ofFixture)
    }
    await #expect(throws: APIError.transactionIdNotFound) {
      try await fixture.engine.finishTransaction(.ofUnknownApp(), for: .ofFixture)
    }
    #expect(try await alpha.unfinished().count == 1)
  }
}
