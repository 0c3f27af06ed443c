import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import DemoApp

@Suite struct DeliveryTests {
  @Test func `fuel that another copy of the app delivered first is not reported`() async throws {
    let fixture = try await StoreFixture.make()
    let registration = try await fixture.engine.registerDevice(
      "laptop", signIn: fixture.signIn.token)
    let device = try DeviceStore.create(
      fixture.folder.appending(path: "laptop"), account: "alice", registration: registration)
    let backend = try await fixture.backend(of: registration.value)
    try await backend.buy("consumable.fuel.octane87", quantity: 2)
    let shop = try await Shop.run(fixture, device, backend)

    try await shop.connected { controller in
      let reader = StoreReader(session: shop.session, presentation: Sample.presentation)
      let delivery = Delivery(tank: controller.tank, reader: reader)
      var waiting: [VerificationResult<Transaction>] = []
      for await result in Transaction.unfinished { waiting.append(result) }
      let result = try #require(waiting.first)
      let first = await delivery.deliver(result)

      #expect(first != .repeated)
      #expect(await delivery.deliver(result) == .repeated)
      #expect(controller.tank.counts == ["consumable.fuel.octane87": 2])
    }
  }
}
