import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// Fuel is offered where it was ordered, and where that is no more, to one other device.
@Suite(.timeLimit(.minutes(1))) struct LostFuelTests {
  @Test func `fuel of a device that was removed goes to the next that asks, and to it alone`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    let (gamma, registration) = try await fixture.device("gamma")
    let pane = try await fixture.backend(of: registration)
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    #expect(try await gamma.holdings().value.unfinished.isEmpty)

    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)

    #expect(try await gamma.holdings().value.unfinishedIDs == [fuel])
    #expect(try await beta.holdings().value.unfinished.isEmpty)
    #expect(try await pane.holdings().value.unfinishedIDs == [fuel], "the same device")
    #expect(try await gamma.finish(fuel).value)
    #expect(try await gamma.holdings().value.unfinished.isEmpty)
  }

  @Test func `of devices that ask at once for lost fuel, one gets each can`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    var devices: [any StoreBackend] = []
    for name in ["beta", "gamma", "delta"] {
      devices.append(try await fixture.device(name).backend)
    }
    var cans: [TransactionID] = []
    for _ in 0..<4 {
      cans.append(try await alpha.buy("consumable.fuel.octane87").transaction().transactionId)
    }
    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)

    try await withThrowingTaskGroup { group in
      for device in devices { group.addTask { _ = try await device.holdings() } }
      try await group.waitForAll()
    }

    var offered: [TransactionID] = []
    for device in devices { offered += try await device.holdings().value.unfinishedIDs }
    #expect(offered.sorted() == cans)
  }

  @Test func `fuel that was entrusted to a device that is removed too goes on to the next`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    for (old, new) in [("alpha", "beta"), ("beta", "gamma")] {
      _ = try await fixture.engine.removeDevice(old, signIn: fixture.signIn.token)
      let (next, _) = try await fixture.device(new)
      #expect(try await next.holdings().value.unfinishedIDs == [fuel])
    }
  }

  @Test func `fuel that was delivered before its device was removed is offered to nobody`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    _ = try await alpha.finish(fuel)

    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)

    #expect(try await beta.holdings().value.unfinished.isEmpty)
  }

  @Test func `another copy of the app hears of fuel that its device was entrusted with`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, registration) = try await fixture.device("beta")
    let pane = try await fixture.backend(of: registration)
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)
    var updates = pane.updates(after: registration.sequence).makeAsyncIterator()

    _ = try await beta.holdings()

    guard case .transaction(let jws)? = try await updates.next()?.value.change else {
      Issue.record("it heard of something else")
      return
    }
    #expect(try TransactionPayload.decoded(from: jws).transactionId == fuel)
  }
}

extension Holdings {
  fileprivate var unfinishedIDs: [TransactionID] {
    get throws {
      try unfinished.map { try TransactionPayload.decoded(from: $0).transactionId }
    }
  }
}
