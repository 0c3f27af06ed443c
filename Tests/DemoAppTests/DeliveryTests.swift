import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import DemoApp

@Suite struct DeliveryTests {
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
}
