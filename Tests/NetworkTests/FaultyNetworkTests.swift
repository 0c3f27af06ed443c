import Testing

/// Eight devices buy through a network that loses, cuts, doubles, delays and forges, from a server
/// that is killed meanwhile.
@Suite(.timeLimit(.minutes(30))) struct FaultyNetworkTests {
  @Test func `through a bad network every order is charged once and delivered once`() async throws {
    let street = try await NetworkFixture(plan: .environment)

    let purchases = try await street.shop()
    let possessions = try await street.settle()
    let books = try await street.books()

    let confirmed = purchases.map(\.confirmed).reduce(0, +)
    #expect(books.charged.count >= street.plan.purchases)
    #expect(books.settled <= confirmed, "no confirmation became two orders")
    #expect(Set(street.weatherMet.keys) == Set(NetworkFault.allCases))
    #expect(street.restarts == street.plan.kills)
    #expect(Set(books.charged).count == books.charged.count, "each order is charged once")
    #expect(books.transactions.count == books.charged.count, "and nothing is without an order")
    #expect(
      purchases.map(\.charged).reduce(0, +) <= books.charged.count,
      "what a customer was told is in the books")
    for (number, own) in zip(Int64(1)..., possessions) {
      #expect(own.fuel == books.fuel[number, default: 0], "device-\(number)")
      #expect(own.entitlements == ["nonconsumable.car"], "device-\(number)")
      #expect(own.transactions == Set(books.transactions), "device-\(number)")
    }
    let charged = books.charged.count
    print("\(confirmed) confirmed, \(charged) charged; weather: \(street.weatherMet)")
  }
}
