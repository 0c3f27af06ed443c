import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

/// Fuel is offered where it was ordered, and where that is no more, to the account's oldest device.
@Suite(.timeLimit(.minutes(1))) struct LostFuelTests {
  @Test func `of two that remove devices at once, each can ends at one device`() async throws {
    let fixture = try await StoreFixture.make()
    let elsewhere = try await fixture.another()
    var cans: [TransactionID] = []
    for name in ["alpha", "beta", "gamma", "delta"] {
      let (backend, _) = try await fixture.device(name)
      cans.append(try await backend.buy("consumable.fuel.octane87").transaction().transactionId)
    }

    try await withThrowingTaskGroup { group in
      for (engine, name) in [(fixture.engine, "alpha"), (elsewhere, "beta"), (elsewhere, "gamma")] {
        group.addTask { _ = try await engine.removeDevice(name, account: "alice") }
      }
      try await group.waitForAll()
    }

    let (epsilon, _) = try await fixture.device("epsilon")
    #expect(try await epsilon.holdings().value.unfinishedIDs.isEmpty)
    _ = try await fixture.engine.removeDevice("delta", account: "alice")
    #expect(try await epsilon.holdings().value.unfinishedIDs == cans)
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

  @Test func `fuel is offered to the device that inherits it and whose first answer was lost`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    _ = try await fixture.engine.removeDevice("alpha", account: "alice")
    let token = DeviceToken.random()
    let machine = fixture.signIn.token

    _ = try await fixture.engine.registerDevice("beta", token: token, signIn: machine)
    let heard = try await fixture.engine.registerDevice("beta", token: token, signIn: machine)

    let beta = try await fixture.backend(of: heard.value)
    #expect(try await beta.holdings().value.unfinishedIDs == [fuel])
    #expect(try await fixture.engine.devices(signIn: machine).value == [heard.value.device])
    _ = try await fixture.engine.registerDevice("beta", token: token, signIn: machine)
    #expect(try await beta.finish(fuel).value)
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

  @Test func `fuel that was refunded stays where it was ordered`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    _ = try await fixture.engine.refund(fuel)

    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)

    #expect(try await beta.holdings().value.unfinished.isEmpty)
  }

  @Test func `an order that meets the removal of its device is refused, or its fuel passes on`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (beta, _) = try await fixture.device("beta")
    let bought = try await (0..<40).asyncMap { round -> [TransactionID] in
      let (alpha, _) = try await fixture.device("alpha\(round)")
      async let orders = (0..<3).asyncMap { _ in
        try? await alpha.buy("consumable.fuel.octane87").transaction().transactionId
      }
      _ = try await fixture.engine.removeDevice("alpha\(round)", account: "alice")
      return await orders.compactMap(\.self)
    }

    #expect(try await beta.holdings().value.unfinishedIDs == bought.flatMap(\.self))
  }

  @Test func `nothing is decided for a device that has been removed`() async throws {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.device("alpha")
    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))
    let nothing = Decision([], at: .fixture, value: ())
    try await ledgers.transact(.alice, needs: LedgerNeeds(device: 1)) { _, _ in nothing }

    _ = try await fixture.engine.removeDevice("alpha", account: "alice")

    for device: Int64 in [1, 2] {
      await #expect(throws: StoreFault.unauthorized) {
        try await ledgers.transact(.alice, needs: LedgerNeeds(device: device)) { _, _ in nothing }
      }
    }
  }
}

extension CustomerNumber {
  fileprivate static let alice = CustomerNumber(rawValue: 1)
}

extension Holdings {
  fileprivate var unfinishedIDs: [TransactionID] {
    get throws {
      try unfinished.map { try TransactionPayload.decoded(from: $0).transactionId }
    }
  }
}
