import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HoldingsCacheTests {
  private let car = "nonconsumable.car"
  private let pro = "subscription.pro"

  @Test func `holdings that were asked for before include what another process has written`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (backend, registration) = try await fixture.device("alpha")
    let other = try await fixture.another().backend(
      for: registration.token, instance: InstanceID(UUID()))
    #expect(try await backend.holdings().value.latest.isEmpty)

    let id = try await other.buy(car).transaction().transactionId
    let bought = try await backend.holdings().value
    _ = try await fixture.another().perform(.refund(transactionID: id))
    let refunded = try await backend.holdings().value

    #expect(bought.latest.count == 1)
    #expect(refunded.latest != bought.latest)
  }

  @Test func `another customer's purchase changes only the number of the last event`() async throws
  {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(car)
    let before = try await backend.holdings().value
    let stranger = try await fixture.engine.signIn(local: "bob").value
    let registration = try await fixture.engine.registerDevice("beta", signIn: stranger.token).value

    try await fixture.backend(of: registration).buy(pro)
    var after = try await backend.holdings().value

    #expect(after.sequence > before.sequence)
    after.sequence = before.sequence
    #expect(after == before)
  }

  @Test func `each change of a customer's own is in the next holdings`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    var seen = [try await backend.holdings().value]

    try await backend.buy(pro)
    seen.append(try await backend.holdings().value)
    let group = try #require(seen.last?.subscriptions.first).groupID
    _ = try await backend.perform(.disableAutoRenew(groupID: group))
    seen.append(try await backend.holdings().value)
    try await fixture.advance("P13M")
    seen.append(try await backend.holdings().value)
    _ = try await fixture.engine.perform(.reset)
    seen.append(try await backend.holdings().value)

    #expect(seen.map(\.subscriptions.count) == [0, 1, 1, 1, 0])
    #expect(Set(seen.map(\.subscriptions)).count == 4)
    #expect(seen.last?.latest == [])
  }
}
