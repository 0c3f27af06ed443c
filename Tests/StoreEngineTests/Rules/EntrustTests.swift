import StoreAPI
import StoreEngine
import Testing

/// Fuel whose device is gone; devices by their numbers, of which `Shop` buys with 1.
@Suite struct EntrustTests {
  @Test func `fuel of a device that is gone is another's from then on`() throws {
    var shop = try Shop("2026-01-01")
    let fuel = try shop.buy("fuel").transactionID

    shop.entrust(fuel, of: 1, to: 2)

    let transaction = shop.ledger.current(fuel)
    #expect(transaction.device == 2)
    #expect(transaction.isOffered(to: 2))
    #expect(!transaction.isOffered(to: 1) && !transaction.isOffered(to: 3))
  }

  @Test func `of two devices that find it at once, the first gets it`() throws {
    var shop = try Shop("2026-01-01")
    let fuel = try shop.buy("fuel").transactionID

    shop.entrust(fuel, of: 1, to: 2)
    shop.entrust(fuel, of: 1, to: 3)

    #expect(shop.ledger.current(fuel).device == 2)
  }

  @Test func `fuel that no device ordered is offered to none before it is entrusted`() throws {
    var shop = try Shop("2026-01-01")
    let fuel = try shop.buy("fuel", device: nil).transactionID
    #expect(!shop.ledger.current(fuel).isOffered(to: 2))

    shop.entrust(fuel, of: nil, to: 2)

    #expect(shop.ledger.current(fuel).isOffered(to: 2))
  }

  @Test func `what was delivered or refunded stays where it was`() throws {
    var shop = try Shop("2026-01-01")
    let delivered = try shop.buy("fuel").transactionID
    shop.draft.record(try shop.ledger.finish(delivered), at: shop.now)
    let refunded = try shop.buy("fuel").transactionID
    try shop.refund(refunded)

    shop.entrust(delivered, of: 1, to: 2)
    shop.entrust(refunded, of: 1, to: 2)

    #expect(shop.ledger.current(delivered).device == 1)
    #expect(shop.ledger.current(refunded).device == 1)
  }

  @Test func `a car belongs to no device`() throws {
    var shop = try Shop("2026-01-01")
    let car = try shop.buy("car").transactionID

    shop.entrust(car, of: 1, to: 2)

    #expect(shop.ledger.current(car).device == 1)
    #expect(shop.ledger.current(car).isOffered(to: 3))
  }
}

extension Shop {
  fileprivate mutating func entrust(_ id: TransactionID, of lost: Int64?, to device: Int64) {
    draft.record(ledger.entrust(id, of: lost, to: device), at: now)
  }
}
