import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// The store answers another question after an order ended as unknown, and before its lock is
/// released: the recovery that begins with that answer skips the order, so it must begin again.
@Suite(.serialized, .timeLimit(.minutes(1))) struct AnswerInBetweenTests {
  private let fuel = "consumable.fuel.octane87"

  @Test func `an order whose last answer is lost just before the store answers again is recovered`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    var updates = alice.listen()
    alice.line.condition = .answersVanish(4)
    alice.hasTheStoreAgainBeforeTheNextLockGoes()

    await #expect(throws: StoreKitError.self) { try await alice.buy(fuel) }

    #expect(await updates.nextProduct() == fuel)
    try await alice.untilNoOrderIsOpen()
    #expect(await alice.session.transactions(of: nil).count == 1)
  }
}

extension Customer {
  /// Mends the line while the order's lock is still held, and puts the session into its state after
  /// another answer, whose recovery has ended.
  fileprivate func hasTheStoreAgainBeforeTheNextLockGoes() {
    let orders = folder.url.appending(path: "orders").path
    FileEffect.observe { effect, file, isDone in
      guard effect == .remove, !isDone, file.path.hasPrefix(orders) else { return }
      FileEffect.observe(with: nil)
      line.beforeSettling {}
      line.condition = .good
      session.withState { state in
        let time = state.customer.link.clock.answered
        _ = state.customer.answered(time, at: .zero)
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
