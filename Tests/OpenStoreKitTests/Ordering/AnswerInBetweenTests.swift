import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// The store answers something else after an order was given up, and before its lock is released:
/// what begins with that answer must leave the order alone, and nothing else would ask for it.
@Suite(.serialized, .timeLimit(.minutes(1))) struct AnswerInBetweenTests {
  private let fuel = "consumable.fuel.octane87"

  @Test func `an order whose last answer is lost just before the store answers again is recovered`()
    async throws
  {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    var updates = alice.listen()
    alice.line.condition = .answersVanish(4)
    alice.hasTheStoreAgainBeforeTheNextLockGoes()

    await #expect(throws: StoreKitError.self) { try await alice.buy(fuel) }

    #expect(try #require(await updates.next()).payloadValue.productID == fuel)
    try await alice.untilNoOrderIsOpen()
    #expect(await alice.session.transactions(of: nil).count == 1)
  }

  @Test func `what was refused, and not closed just before the store answers again, is closed`()
    async throws
  {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    alice.line.condition = .ordersFail(.invalidQuantity(1, allowed: 2...3))
    alice.line.beforeSettling { alice.line.condition = .cut }
    alice.hasTheStoreAgainBeforeTheNextLockGoes()

    await #expect(throws: StoreKitError.self) { try await alice.buy(fuel) }

    let order = try #require(alice.line.orders.first)
    try await alice.untilNoOrderIsOpen()
    await #expect(throws: StoreFault.orderKeyClosed(order.key)) {
      try await alice.line.purchase(order)
    }
  }
}

extension Customer {
  /// Mends the line while the order's lock is still held, and leaves the session as it is when the
  /// store has answered something else and what was recovered then is over.
  fileprivate func hasTheStoreAgainBeforeTheNextLockGoes() {
    let orders = folder.url.appending(path: "orders").path
    FileEffect.observe { effect, file, isDone in
      guard effect == .remove, !isDone, file.path.hasPrefix(orders) else { return }
      FileEffect.observe(with: nil)
      line.beforeSettling {}
      line.condition = .good
      session.withState { state in
        let time = state.customer.link.clock.answered
        _ = state.customer.receive(.answered(time, at: .zero))
      }
    }
  }

  fileprivate func untilNoOrderIsOpen() async throws {
    while try !openOrders().isEmpty {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
