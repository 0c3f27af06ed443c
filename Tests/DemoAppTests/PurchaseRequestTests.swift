import AppStorePayloads
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// What an open storefront asks the store after a change; its history and its account were looked at.
@Suite(.hangLimit) struct PurchaseRequestTests {
  private let calls = RecordedCalls()

  /// Runs `body` after a launch, with what was bought before.
  private func open(
    after bought: [String] = [],
    _ body:
      @Sendable (StoreFixture, StoreController, LaunchResult, LayerHandle<Demo>) async throws ->
      Void
  ) async throws {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    for id in bought { try await fixture.backend(of: device).buy(id) }
    let app = try await AppFixture.open(
      fixture, device: device, wrapping: { CallRecordingBackend($0, in: calls) })
    try await app.show { controller, handle in
      let launched = await controller.launch()
      let other = try await fixture.backend(of: device)
      try await wait { try await other.unfinished().isEmpty }
      try await wait { app.session.isCurrent }
      await controller.look(handle)
      calls.forget()
      try await body(fixture, controller, launched, handle)
    }
  }

  @Test(arguments: [.car, .pro] as [String])
  func `a purchase is three requests`(product: String) async throws {
    try await open { _, controller, launched, handle in
      let buy = try #require(launched.availability(of: product).buy)

      await controller.perform(.purchase(buy, quantity: 1), for: handle)
      await controller.look(handle)

      #expect(calls.all == [.quote, .purchase, .finish])
      #expect(await controller.bought == [product])
      let periods = await controller.planHistory?.periods.map(\.owned.productID)
      #expect(periods == [product].filter { $0 == .pro })
    }
  }

  @Test func `a renewal is one request`() async throws {
    try await open(after: [.standard]) { fixture, controller, _, handle in
      _ = try await fixture.advance("P1M")
      try await wait { await controller.hasReceived { $0.productID == .standard } }
      try await wait { calls.all.contains(.finish) }

      await controller.look(handle)

      #expect(calls.all == [.finish])
      let periods = await controller.planHistory?.periods.map(\.owned.productID)
      #expect(periods == [.standard, .standard])
    }
  }

  @Test func `a purchase on another device is added to the history`() async throws {
    try await open(after: [.car]) { fixture, controller, _, handle in
      try await fixture.device("phone").backend.buy(.racecar)
      try await wait { await controller.hasReceived { $0.productID == .racecar } }

      await controller.look(handle)

      #expect(!calls.all.contains(.transactions))
      #expect(await controller.bought == [.racecar, .car])
    }
  }

  @Test func `after an upgrade the history is read again, for the plan before`() async throws {
    try await open(after: [.standard]) { _, controller, launched, handle in
      let buy = try #require(launched.availability(of: .premium).buy)
      await controller.perform(.purchase(buy, quantity: 1), for: handle)

      await controller.look(handle)

      let rows = await controller.historyReading?.history.entries.map(\.purchase.owned)
      #expect(rows?.map(\.productID) == [.premium, .standard])
      #expect(rows?.map(\.isUpgraded) == [false, true])
    }
  }

  @Test func `after a renewal before its time the period before has its new end`() async throws {
    try await open(after: [.pro]) { fixture, controller, _, handle in
      let plan = SubscriptionReference.product(.pro, account: nil)
      _ = try await fixture.engine.perform(.renew(subscription: plan))
      try await wait { await controller.hasReceived { $0.productID == .pro } }

      await controller.look(handle)

      let ends = await controller.planHistory?.periods.map(\.owned.expirationDate)
      let read = await controller.reader.plans().periods.map(\.owned.expirationDate)
      #expect(ends == read)
      #expect(read.count == 2)
    }
  }

  @Test func `after a refund and a deletion the history is read again`() async throws {
    try await open(after: [.car, .racecar]) { fixture, controller, _, handle in
      let ids = try await fixture.engine.transactions(account: nil).value.map(\.id).sorted()
      try #require(ids.count == 2)

      _ = try await fixture.engine.refund(ids[0])
      try await wait { await controller.hasReceived { $0.revocationDate != nil } }
      await controller.look(handle)
      #expect(calls.all.contains(.transactions))
      #expect(await controller.bought?.count == 3, "the refund has a row")

      _ = try await fixture.engine.perform(.delete(transactionID: ids[1]))
      async let _: Void = controller.follow(handle)
      try await wait {
        await controller.look(handle)
        return await controller.bought == [.car, .car]
      }
    }
  }
}

extension StoreController {
  /// Reads what the history and the account show.
  fileprivate func look(_ handle: LayerHandle<Demo>) async {
    await perform(.loadHistory(through: nil), for: handle)
    await perform(.loadPlans, for: handle)
  }

  /// Whether a transaction with this property has come since the history was read.
  fileprivate func hasReceived(_ isWanted: (Owned) -> Bool) -> Bool {
    historyChanges?.entries.contains { isWanted($0.owned) } == true
  }

  /// The products of the history's rows.
  fileprivate var bought: [String]? {
    historyReading?.history.entries.map(\.purchase.owned.productID)
  }
}
