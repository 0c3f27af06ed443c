import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import DemoApp

@Suite(.hangLimit) struct DeliveryTests {
  @Test func `fuel that another copy of the app delivered first is not reported`() async throws {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    try await fixture.backend(of: device).buy(.fuel87, quantity: 2)
    let app = try await AppFixture.open(fixture, device: device)

    try await app.connected { controller in
      var waiting: [VerificationResult<Transaction>] = []
      for await result in Transaction.unfinished { waiting.append(result) }
      let result = try #require(waiting.first)
      let first = await controller.delivery.deliver(result)

      #expect(first != .repeated)
      #expect(await controller.delivery.deliver(result) == .repeated)
      #expect(controller.tank.counts == [.fuel87: 2])
    }
  }

  @Test func `a batch is credited, and then finished by one request`() async throws {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let outside = try await fixture.backend(of: device)
    for _ in 1...5 { try await outside.buy(.fuel87, quantity: 2) }
    try await outside.buy(.racecar)
    let finishes = Gate()
    finishes.open()
    let app = try await AppFixture.open(
      fixture, device: device,
      wrapping: { SlowStore(store: $0, gate: finishes, calls: [.finish]) })

    await app.connected { controller in
      var waiting: [VerificationResult<Transaction>] = []
      for await result in Transaction.unfinished { waiting.append(result) }
      let results = await controller.delivery.deliver(waiting)

      #expect(finishes.callerCount == 1)
      #expect(results.count == 6)
      #expect(!results.contains(.repeated))
      #expect(controller.tank.counts == [.fuel87: 10])
      #expect(controller.tank.unsettled == [])
      for await _ in Transaction.unfinished { Issue.record("a transaction is not finished") }
    }
  }

  @Test func `fuel that the tank has forgotten is credited only if it is unfinished`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let outside = try await fixture.backend(of: device)
    for _ in 1...2 { try await outside.buy(.fuel87) }
    let app = try await AppFixture.open(fixture, device: device)

    try await app.connected { controller in
      var waiting: [VerificationResult<Transaction>] = []
      for await result in Transaction.unfinished { waiting.append(result) }
      // Another copy of the app has delivered the first can, and then many others.
      let first = try #require(waiting.first)
      _ = await controller.delivery.deliver(first)
      let later = (1...UInt64(FuelTank.finishedLimit + 1)).map {
        FuelTank.Credit(
          productID: "consumable.fuel.octane89", quantity: 1, transactionID: 9_000_000_000 + $0,
          purchaseDate: .fixture)
      }
      _ = try controller.tank.credit(later)
      try controller.tank.settle(Set(later.map(\.transactionID)))

      let results = await controller.delivery.deliver(waiting)

      #expect(results.first == .repeated)
      #expect(results.last != .repeated)
      #expect(controller.tank.counts[.fuel87] == 2)
    }
  }

  @Test func `what an earlier run credited and did not finish is finished, and not credited again`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let can = try await fixture.backend(of: device).buy(.fuel87).transaction().transactionId
    let app = try await AppFixture.open(fixture, device: device)

    try await app.connected { controller in
      try controller.tank.credit(
        .fuel87, quantity: 1, transactionID: can.rawValue, purchaseDate: .fixture)
      await controller.delivery.finishCredited()

      #expect(controller.tank.counts == [.fuel87: 1])
      #expect(controller.tank.unsettled == [])
      for await _ in Transaction.unfinished { Issue.record("the can is not finished") }
    }
  }
}
