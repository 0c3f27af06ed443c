import StoreAPI
import StoreEngine
import Testing

/// Fuel of a removed device.
///
/// `LedgerFixture` buys with device 1.
@Suite struct DeliveryReassignmentTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  @Test mutating func `fuel of a removed device is reassigned to the oldest device`() throws {
    let fuel = try shop.buy("fuel").transactionID

    shop.reassign(to: [2, 3])

    let transaction = shop.ledger.current(fuel)
    #expect(transaction.isOffered(to: 2))
    #expect(!transaction.isOffered(to: 1) && !transaction.isOffered(to: 3))
  }

  @Test mutating func `fuel of a device that exists stays with it`() throws {
    let first = try shop.buy("fuel", device: 1).transactionID
    let second = try shop.buy("fuel", device: 3).transactionID

    shop.reassign(to: [2, 3])
    shop.reassign(to: [3])

    #expect(shop.ledger.current(first).device == 3)
    #expect(shop.ledger.current(second).device == 3)
    #expect(
      shop.draft.changes.count { $0.event.isReassignment } == 2, "one event for each reassignment")
  }

  @Test mutating func `without any device fuel waits for one`() throws {
    let fuel = try shop.buy("fuel").transactionID

    shop.reassign(to: [])
    #expect(shop.ledger.current(fuel).device == 1)

    shop.reassign(to: [2])
    #expect(shop.ledger.current(fuel).device == 2)
  }

  @Test mutating func `several fuels are reassigned in the order in which they were bought`() throws
  {
    let ids = try (0..<5).map { _ in try shop.buy("fuel").transactionID }

    #expect(
      shop.ledger.reassign(to: [7])
        == ids.map { LedgerEvent.reassigned(transactionID: $0, device: 7) })
  }

  @Test mutating func `delivered or refunded fuel is not reassigned`() throws {
    let delivered = try shop.buy("fuel").transactionID
    shop.draft.record(silent: try shop.ledger.finish(delivered), at: shop.now)
    let refunded = try shop.buy("fuel").transactionID
    try shop.refund(refunded)

    #expect(shop.ledger.reassign(to: [2]).isEmpty)
  }

  @Test mutating func `a car belongs to no device`() throws {
    let car = try shop.buy("car").transactionID

    #expect(shop.ledger.reassign(to: [2]).isEmpty)
    #expect(shop.ledger.current(car).isOffered(to: 3))
  }
}

extension LedgerFixture {
  fileprivate mutating func reassign(to devices: [Int64]) {
    draft.record(silent: ledger.reassign(to: devices), at: now)
  }
}

extension LedgerEvent {
  fileprivate var isReassignment: Bool {
    guard case .reassigned = self else { return false }
    return true
  }
}
