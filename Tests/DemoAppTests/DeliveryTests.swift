import AppStorePayloads
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
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
      let waiting = await Transaction.unfinished.all()
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
      let waiting = await Transaction.unfinished.all()
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
      let waiting = await Transaction.unfinished.all()
      // Another copy of the app has delivered the first can, and then many others.
      let first = try #require(waiting.first)
      _ = await controller.delivery.deliver(first)
      let later = (1...UInt64(FuelTank.finishedLimit + 1)).map {
        FuelTank.Credit(
          productID: "consumable.fuel.octane89", quantity: 1, transactionID: 9_000_000_000 + $0,
          purchaseDate: .fixture)
      }
      _ = try await controller.tank.credit(later)
      try await controller.tank.settle(Set(later.map(\.transactionID)))

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
      try await controller.tank.credit(.fuel87, quantity: 1, transactionID: can.rawValue)
      await controller.delivery.finishCredited()

      #expect(controller.tank.counts == [.fuel87: 1])
      #expect(controller.tank.unsettled == [])
      for await _ in Transaction.unfinished { Issue.record("the can is not finished") }
    }
  }

  @Test func `credited fuel stays unsettled while its transaction cannot be verified`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let can = try await fixture.backend(of: device).buy(.fuel87).transaction().transactionId
    let isForged = Mutex(true)
    let forger = try Forger(fixture)
    let app = try await AppFixture.open(
      fixture, device: device,
      wrapping: {
        let tampering = TamperingStore($0)
        tampering.forgeTransactions { token in
          (isForged.withLock(\.self) ? try? forger.forge(token) : nil) ?? token
        }
        return tampering
      })

    try await app.connected { controller in
      try await controller.tank.credit(.fuel87, quantity: 1, transactionID: can.rawValue)
      await controller.delivery.finishCredited()
      #expect(controller.tank.unsettled == [can.rawValue])

      isForged.withLock { $0 = false }
      await controller.delivery.finishCredited()
      #expect(controller.tank.unsettled == [])
      #expect(controller.tank.counts == [.fuel87: 1])
    }
  }

  @Test func `fuel is not finished because other fuel with its ID was credited`() async throws {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let can = try await fixture.backend(of: device).buy(.fuel87).transaction().transactionId
    let app = try await AppFixture.open(fixture, device: device)

    try await app.connected { controller in
      try await controller.tank.credit(.fuel89, quantity: 1, transactionID: can.rawValue)
      await controller.delivery.finishCredited()
      #expect(controller.tank.unsettled == [], "the store does not deliver it again")
      let waiting = await Transaction.unfinished.all()
      #expect(waiting.count == 1)
      _ = await controller.delivery.deliver(waiting)
      #expect(controller.tank.counts == [.fuel87: 1, "consumable.fuel.octane89": 1])
    }
  }

  @Test func `fuel whose finish was not answered is finished by a later run, and credited once`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let can = try await fixture.backend(of: device).buy(.fuel87).transaction().transactionId
    let outage = FragileStore.Switch()
    let app = try await AppFixture.open(
      fixture, device: device, wrapping: { FragileStore(store: $0, outage: outage) })

    await app.connected { controller in
      let waiting = await Transaction.unfinished.all()
      outage.set(isOut: true)
      #expect(await controller.delivery.deliver(waiting) != [.repeated])
      #expect(controller.tank.unsettled == [can.rawValue])
      await controller.delivery.finishCredited()
      #expect(controller.tank.unsettled == [can.rawValue], "the store has not answered yet")

      outage.set(isOut: false)
      #expect(await Transaction.unfinished.all().count == 1)
      await controller.delivery.finishCredited()
      #expect(controller.tank.unsettled == [])
      #expect(await Transaction.unfinished.all().isEmpty)
      #expect(controller.tank.counts == [.fuel87: 1])
    }
  }

  @Test func `fuel that the tank could not take is not finished, and what comes with it is`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let backend = try await fixture.backend(of: device)
    for product in [String.fuel87, .racecar] { try await backend.buy(product) }
    let app = try await AppFixture.open(fixture, device: device)
    let lock = device.folder.appending(path: "fuel.json.lock")
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)

    try await app.connected { controller in
      let results = await controller.delivery.deliver(await Transaction.unfinished.all())

      #expect(results.filter { if case .failed = $0 { true } else { false } }.count == 1)
      let left = await Transaction.unfinished.all().map(\.unsafePayloadValue.productID)
      #expect(left == [.fuel87])
      try FileManager.default.removeItem(at: lock)
      _ = await controller.delivery.deliver(await Transaction.unfinished.all())
      #expect(controller.tank.counts == [.fuel87: 1])
    }
  }

  @Test func `fuel that was refunded before it was delivered does not fill the tank`() async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let backend = try await fixture.backend(of: device)
    let refunded = try await backend.buy(.fuel87, quantity: 3).transaction().transactionId
    try await backend.buy(.fuel89)
    _ = try await fixture.engine.perform(.refund(transactionID: refunded))
    let app = try await AppFixture.open(fixture, device: device)

    await app.connected { controller in
      _ = await controller.delivery.deliver(await Transaction.unfinished.all())

      #expect(controller.tank.counts == [.fuel89: 1])
      #expect(await Transaction.unfinished.all().isEmpty)
    }
  }

  @Test func `a refund of another device's fuel, and a refund taken back, fill no tank`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let alpha = try await fixture.backend(of: fixture.newDevice("alpha"))
    let can = try await alpha.buy(.fuel87, quantity: 3).transaction().transactionId
    let app = try await AppFixture.open(fixture, device: fixture.newDevice("beta"))

    try await app.connected { controller in
      _ = await controller.launch()
      _ = try await fixture.engine.perform(.refund(transactionID: can))
      let refund = await controller.nextExternalTransaction()
      #expect(refund?.owned.transactionID == can.rawValue)
      #expect(controller.tank.counts == [:])

      _ = try await fixture.engine.perform(.reverseRefund(transactionID: can))
      try await alpha.buy(.racecar)
      let next = await controller.nextExternalTransaction()
      #expect(next?.owned.productID == .racecar)
      #expect(controller.tank.counts == [:])
    }
  }
}

extension Transaction.Transactions {
  fileprivate func all() async -> [VerificationResult<Transaction>] {
    await reduce(into: []) { $0.append($1) }
  }
}
