import Foundation
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct UpdatesTests {
  @Test func `a purchase comes to the other device and not to its own instance`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, registration) = try await fixture.device("beta")
    var updates = beta.updates(after: registration.sequence).makeAsyncIterator()
    var own = alpha.updates(after: registration.sequence).makeAsyncIterator()

    let bought = try await alpha.buy("nonconsumable.car").transaction()
    let back = try await beta.buy("nonconsumable.racecar").transaction()

    #expect(try await updates.next()?.transaction().transactionId == bought.transactionId)
    #expect(try await own.next()?.transaction().transactionId == back.transactionId)
  }

  @Test func `another instance on the same device is told`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let pane = try await fixture.backend(of: registration)
    var updates = pane.updates(after: registration.sequence).makeAsyncIterator()

    try await alpha.buy("consumable.fuel.octane87")

    #expect(
      try await updates.next()?.transaction().productId == "consumable.fuel.octane87")
  }

  @Test func `fuel is not offered to a device that did not order it`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, registration) = try await fixture.device("beta")
    var updates = beta.updates(after: registration.sequence).makeAsyncIterator()

    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    _ = try await alpha.finish(fuel)

    #expect(try await updates.next()?.value.change == .finished(fuel))
  }

  @Test func `a renewal comes as a transaction and as a subscription`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    try await alpha.buy("subscription.pro")
    let head = try await alpha.holdings().value.sequence
    var updates = alpha.updates(after: head).makeAsyncIterator()

    try await fixture.advance("P2M")

    let first = try #require(try await updates.next())
    let second = try #require(try await updates.next())
    #expect(try first.transaction().transactionReason == .renewal)
    guard case .subscription(let subscription) = second.value.change else {
      Issue.record("\(second)")
      return
    }
    #expect(try subscription.transaction().transactionId == first.transaction().transactionId)
    #expect(first.value.sequence < second.value.sequence)
    _ = registration
  }

  @Test func `a stream that broke goes on where it was`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, registration) = try await fixture.device("beta")
    try await alpha.buy("nonconsumable.car")
    try await alpha.buy("subscription.pro")

    var seen: [Int64] = []
    var cursor = registration.sequence
    for _ in 0..<3 {
      for try await update in beta.updates(after: cursor) {
        seen.append(update.value.sequence)
        cursor = update.value.sequence
        break
      }
    }

    #expect(Set(seen).count == 3)
    #expect(seen == seen.sorted())
  }

  @Test func `another process's purchase wakes a stream`() async throws {
    let fixture = try await StoreFixture.make()
    let (_, registration) = try await fixture.device("alpha")
    let (beta, new) = try await fixture.device("beta")
    let elsewhere = try await fixture.another()
    let alpha = try await elsewhere.backend(
      for: registration.token, instance: InstanceID(UUID()))
    var updates = beta.updates(after: new.sequence).makeAsyncIterator()

    let bought = try await alpha.buy("nonconsumable.car").transaction()

    #expect(try await updates.next()?.transaction().transactionId == bought.transactionId)
  }

  @Test func `a running clock brings a renewal by itself`() async throws {
    let fixture = try await StoreFixture.make()
    let wall = Wall(.fixture)
    let renewal = Date.fixture.addingTimeInterval(59 * 86_400)
    let engine = try await fixture.another {
      wall.now
    } sleep: { duration in
      guard duration <= .seconds(86_400), wall.now < renewal else { return await eternity() }
      wall.advance(by: duration / .seconds(1))
    }
    _ = try await engine.setClock(frozen: false)
    let registration = try await engine.registerDevice(
      "alpha", signIn: fixture.signIn.token
    ).value
    let alpha = try await engine.backend(
      for: registration.token, instance: InstanceID(UUID()))
    try await alpha.buy("subscription.pro")
    var updates = alpha.updates(after: registration.sequence).makeAsyncIterator()

    let first = try #require(try await updates.next())

    #expect(try first.transaction().transactionReason == .renewal)
    #expect(try first.transaction().purchaseDate == renewal)
  }

  @Test func `a reset ends the streams of the old epoch`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    var updates = alpha.updates(after: registration.sequence).makeAsyncIterator()
    try await beta.buy("nonconsumable.car")
    _ = try await updates.next()

    _ = try await fixture.engine.reset()

    await #expect(throws: StoreFault.unavailable("the store was reset: connect again")) {
      while try await updates.next() != nil {}
    }
  }

  @Test func `a reader that does not read costs nothing, and then gets everything in order`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let visits = Atomic(0)
    let elsewhere = try await fixture.another {
      visits.add(1, ordering: .relaxed)
      return .fixture
    }
    let reader = try await elsewhere.backend(
      for: registration.token, instance: InstanceID(UUID()))
    var updates = reader.updates(after: registration.sequence).makeAsyncIterator()
    try await alpha.buy("nonconsumable.car")
    _ = try await updates.next()

    let before = visits.load(ordering: .relaxed)
    var bought: [TransactionID] = []
    // Each order is two events: the charge, and what became of the order.
    for _ in 0..<500 {
      bought.append(try await alpha.buy("consumable.fuel.octane87").transaction().transactionId)
    }

    #expect(visits.load(ordering: .relaxed) == before)
    var seen: [TransactionID] = []
    var sequences: [Int64] = []
    while seen.count < bought.count, let update = try await updates.next() {
      seen.append(try update.transaction().transactionId)
      sequences.append(update.value.sequence)
    }
    #expect(seen == bought)
    #expect(zip(sequences, sequences.dropFirst()).allSatisfy(<))
  }

  @Test func `a stream ends when its task is cancelled while it waits`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    let (heard, hearing) = AsyncStream<Void>.makeStream()
    let listening = Task {
      for try await _ in alpha.updates(after: registration.sequence) { hearing.yield() }
    }
    try await beta.buy("nonconsumable.car")
    for await _ in heard { break }

    listening.cancel()

    try await listening.value
  }

  @Test func `a stream ends when its task is cancelled`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")

    let listening = Task {
      for try await _ in alpha.updates(after: registration.sequence) {}
    }
    listening.cancel()

    try await listening.value
  }

  @Test func `a removed device's stream ends at once, and no other's`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let (beta, new) = try await fixture.device("beta")
    let (heard, hearing) = AsyncStream<Void>.makeStream()
    let listening = Task {
      for try await _ in alpha.updates(after: registration.sequence) { hearing.yield() }
    }
    var updates = beta.updates(after: new.sequence).makeAsyncIterator()
    let car = try await beta.buy("nonconsumable.car").transaction().transactionId
    for await _ in heard { break }

    _ = try await fixture.engine.removeDevice("alpha", account: "alice")

    await #expect(throws: StoreFault.unauthorized) { try await listening.value }
    _ = try await fixture.backend(of: new).finish(car)
    #expect(try await updates.next()?.value.change == .finished(car))
  }

  @Test func `a machine that signs out leaves its devices' streams`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, registration) = try await fixture.device("beta")
    var updates = beta.updates(after: registration.sequence).makeAsyncIterator()
    try await alpha.buy("nonconsumable.car")
    _ = try await updates.next()

    _ = try await fixture.engine.signOut(signIn: fixture.signIn.token)
    _ = try await fixture.engine.signOut(account: "alice")

    let racecar = try await alpha.buy("nonconsumable.racecar").transaction()
    #expect(try await updates.next()?.transaction().transactionId == racecar.transactionId)
  }

  @Test func `an operator's refund comes to every device of the customer and to no other's`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let bob = try await fixture.engine.signIn(local: "bob").value
    let phone = try await fixture.engine.registerDevice("phone", signIn: bob.token).value
    let bobs = try await fixture.backend(of: phone)
    var updates = alpha.updates(after: registration.sequence).makeAsyncIterator()
    var others = bobs.updates(after: phone.sequence).makeAsyncIterator()
    let car = try await alpha.buy("nonconsumable.car").transaction()

    _ = try await fixture.engine.refund(car.transactionId)
    let racecar = try await fixture.backend(of: phone).buy("nonconsumable.racecar").transaction()

    #expect(try await updates.next()?.transaction().revocationDate == .fixture)
    #expect(try await others.next()?.transaction().transactionId == racecar.transactionId)
  }

  @Test func `a removed device's stream ends with the reason`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    var updates = alpha.updates(after: registration.sequence).makeAsyncIterator()

    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)

    await #expect(throws: StoreFault.unauthorized) { try await updates.next() }
  }
}

/// Waits until the task is cancelled.
private func eternity() async {
  for await _ in AsyncStream.makeStream(of: Never.self).stream {}
}

extension Answer<StoreUpdate> {
  fileprivate func transaction() throws -> TransactionPayload {
    guard case .transaction(let jws) = value.change else { throw Misspelt(text: "\(value)") }
    return try .decoded(from: jws)
  }
}
