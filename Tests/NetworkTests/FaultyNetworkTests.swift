import TestSupport
import Testing

/// Eight devices buy through a network that loses, truncates, duplicates, delays and replaces
/// messages.
///
/// The server is killed several times meanwhile.
@Suite(.limit(minutes: 30)) struct FaultyNetworkTests {
  @Test func `over a faulty network every order is charged once and delivered once`() async throws {
    let fixture = try await NetworkFixture(.environment)

    let purchases = try await fixture.buyAll()
    let contents = try await fixture.deliverRemaining()
    let stored = try await fixture.storeContents()

    let confirmed = purchases.map(\.confirmed).reduce(0, +)
    #expect(stored.charged.count >= fixture.parameters.purchases)
    #expect(stored.settled <= confirmed, "no confirmation led to two orders")
    #expect(Set(fixture.faultCounts.keys) == Set(NetworkFailure.allCases))
    #expect(fixture.restarts == fixture.parameters.kills)
    #expect(Set(stored.charged).count == stored.charged.count, "each order is charged once")
    #expect(stored.transactions.count == stored.charged.count, "each transaction has an order")
    #expect(
      purchases.map(\.charged).reduce(0, +) <= stored.charged.count,
      "each charge that an app reported is stored")
    for (number, device) in zip(Int64(1)..., contents) {
      #expect(device.fuel == stored.fuel[number, default: 0], "device-\(number)")
      #expect(device.entitlements == ["nonconsumable.car"], "device-\(number)")
      #expect(device.transactions == Set(stored.transactions), "device-\(number)")
    }
    let charged = stored.charged.count
    print("\(confirmed) confirmed, \(charged) charged; faults: \(fixture.faultCounts)")
  }
}
