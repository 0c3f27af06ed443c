import AppStorePayloads
import Foundation
import StoreAPI
import Testing

@testable import StoreEngine

/// `offerPeriod` of signed data is the length of the whole offer.
@Suite struct OfferLengthTests {
  /// An offer, and its length in signed data.
  struct Row: CustomTestStringConvertible {
    var kind: OfferDiscountType
    var period: String
    var count = 1
    var length: String

    var testDescription: String { "\(kind) \(count) × \(period)" }
  }

  @Test(arguments: [
    Row(kind: .payAsYouGo, period: "P1M", count: 3, length: "P3M"),
    Row(kind: .payAsYouGo, period: "P1W", count: 3, length: "P3W"),
    Row(kind: .payAsYouGo, period: "P3M", count: 4, length: "P12M"),
    Row(kind: .payAsYouGo, period: "P3D", count: 2, length: "P6D"),
    Row(kind: .payUpFront, period: "P1Y", length: "P1Y"),
    Row(kind: .freeTrial, period: "P2W", length: "P2W"),
  ])
  func `each period of an offer says how long the whole offer is`(row: Row) throws {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.products["offered"] = .plan(
      "offered", level: 9, price: "9.99",
      offer: StoreOffer(
        type: .introductory, discountType: row.kind, price: row.kind == .freeTrial ? 0 : 1,
        period: try #require(Period(row.period)), periodCount: row.count))
    try shop.buy("offered")
    for renewal in 1..<row.count + 1 {
      let info = try #require(shop.subscription).payload(
        for: .fixture, appAccountToken: nil, in: shop.snapshot)
      #expect(info.offerPeriod?.description == (renewal < row.count ? row.length : nil))
      shop.advance(to: try #require(shop.subscription).expirationDate)
    }

    let lengths = shop.transactions.map { $0.payload(for: .fixture).offerPeriod?.description }
    #expect(lengths == Array(repeating: row.length, count: row.count) + [nil])
  }

  @Test func `events of earlier versions, which have no count, lead to the same lengths`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium")
    try shop.advance(to: "2026-05-01")

    var replayed = Ledger(customer: shop.ledger.customer)
    for change in shop.draft.changes {
      guard case .charged(var transaction) = change.event else {
        replayed.apply(change.event)
        continue
      }
      transaction.period?.offer?.periodCount = 1
      replayed.apply(.charged(transaction: transaction))
    }

    #expect(replayed == shop.ledger)
    let lengths = shop.transactions.map { $0.payload(for: .fixture).offerPeriod?.description }
    #expect(lengths == ["P3M", "P3M", "P3M", nil, nil])
  }

  @Test func `a length that no period has is that of one period`() throws {
    let period = try #require(Period("P9999D"))

    #expect(period.times(2) == period)
    #expect(period.times(.max) == period)
    #expect(period.times(1) == period)
  }
}

extension Recipient {
  fileprivate static let fixture = Recipient(
    bundleID: "com.example.skdemo", appTransactionID: "1",
    signedDate: Date(timeIntervalSince1970: 1_800_000_000), environment: .sandbox)
}
