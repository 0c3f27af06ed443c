import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The unused share of a period's price, which an upgrade refunds.
@Suite struct UpgradeRefundTests {
  /// A period that begins on 1 April has 30 days, 2 592 000 seconds.
  @Test(arguments: [
    // Nothing is used, and all but nothing.
    ("0.99", 0, "0.99"), ("0.99", 2_591_999, "0"), ("0.99", 2_592_000, "0"),
    // A half, and a third.
    ("0.98", 1_296_000, "0.49"), ("0.99", 864_000, "0.66"),
    // Exactly half a cent is rounded up: 0.495, 0.005 and 0.045.
    ("0.99", 1_296_000, "0.5"), ("0.01", 1_296_000, "0.01"), ("0.09", 1_296_000, "0.05"),
    // A second around half a cent.
    ("0.99", 1_295_999, "0.5"), ("0.99", 1_296_001, "0.49"),
    ("0.01", 1_295_999, "0.01"), ("0.01", 1_296_001, "0"),
    // Two thirds, which no decimal has exactly.
    ("1.00", 864_000, "0.67"), ("100.00", 1_728_000, "33.33"), ("100.00", 864_000, "66.67"),
  ])
  func `an upgrade refunds the unused share to the nearest cent, and half a cent up`(
    price: String, secondsUsed: Int, refund: String
  ) throws {
    #expect(try self.refund(of: price, afterSeconds: secondsUsed) == refund)
  }

  private func refund(of price: String, afterSeconds seconds: Int) throws -> String {
    var shop = try LedgerFixture("2026-04-01")
    try shop.setPrice(of: "premium.plus", to: price)
    try shop.buy("premium.plus")
    let plan = try #require(shop.subscription)
    return "\(shop.ledger.refund(of: plan, at: shop.now + TimeInterval(seconds)))"
  }
}
