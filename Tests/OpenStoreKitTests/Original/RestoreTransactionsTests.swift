import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct RestoreTransactionsTests {
  /// A new device of a customer who has bought everything on another, and was refunded the utility vehicle.
  private func customerWithEverything(
    confirms: Bool = true
  ) async throws -> Customer {
    let alice = try await Customer.onNewDevice()
    let ids = [
      "nonRenewing.standard", "consumable.fuel.octane87", "nonconsumable.utilityvehicle",
      "nonconsumable.racecar", "subscription.pro",
    ]
    for id in ids {
      let sold = try await alice.buy(id).transaction()
      await sold.finish()
      if id.hasSuffix("vehicle") { _ = try await alice.store.engine.refund(sold.transactionID) }
    }
    return try await Customer.onNewDevice(
      "beta", of: alice.store, sheets: ScriptedSheets(confirms: confirms))
  }

  @Test func `non-consumables and every period of a plan are restored after authentication`()
    async throws
  {
    let alice = try await customerWithEverything()
    // The introductory offer is two months long.
    try await alice.store.advance("P2M")
    for result in await alice.unfinishedTransactions() { await result.unsafePayloadValue.finish() }
    let (queue, recorder) = (alice.queue, QueueRecorder(finishes: false))
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()

    queue.restoreCompletedTransactions()

    #expect(
      await lines.next(4) == [
        "restored nonconsumable.racecar", "restored subscription.pro", "restored subscription.pro",
        "restored",
      ])
    #expect(alice.sheets.authentications == ["alice"])
    let restored = try #require(queue.transactions.last)
    #expect(restored.original?.transactionIdentifier == restored.transactionIdentifier)
    #expect(restored.original?.transactionState == .purchased)
    queue.finishTransaction(restored)
    #expect(await lines.next() == "removed subscription.pro")
  }

  @Test func `what is not finished is delivered as purchased, and is not restored`() async throws {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder(finishes: false))
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()
    alice.pay(for: "nonconsumable.car")
    _ = await lines.next(2)

    queue.restoreCompletedTransactions(withApplicationUsername: "alice")

    #expect(await lines.next() == "restored", "nothing, and the end")
  }

  @Test func `nothing is restored if the customer declines, or the store cannot be reached`()
    async throws
  {
    let alice = try await customerWithEverything(confirms: false)
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()
    queue.restoreCompletedTransactions()
    #expect(await lines.next() == "no restore, error 2")

    let other = try await alice.again()
    other.line.condition = .cut
    let second = QueueRecorder()
    other.queue.add(second)
    defer { other.queue.remove(second) }
    var secondLines = second.lines.makeLimitedIterator()
    other.queue.restoreCompletedTransactions()
    #expect(await secondLines.next() == "no restore, error 7")
  }
}
