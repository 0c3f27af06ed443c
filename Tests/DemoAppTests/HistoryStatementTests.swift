import Foundation
import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The history as a statement: months, their sums, and what a filter finds.
@Suite struct HistoryStatementTests {
  private let store = Store(Sample.owner)

  private func statement(
    _ purchases: [HistoryEntry] = Sample.purchases, _ filter: String = ""
  ) -> HistoryStatement {
    var words = HistoryFilter()
    words.add(filter)
    return HistoryStatement(History(purchases), matching: words, in: store)
  }

  /// Each month as its name and sum.
  private func sums(_ statement: HistoryStatement) -> [String] {
    statement.months.map { "\($0.name) \($0.total.text)" }
  }

  @Test func `each month has a line with what was paid, less what was refunded`() {
    #expect(
      sums(statement()) == [
        "November 2026 $7.96", "October 2026 $9.98", "September 2026 $4.99", "August 2026 $6.98",
      ])
    #expect(statement().rows.count == 4 + 9)
    #expect(statement().rows.prefix(2) == [.month(0), .entry(0)])
  }

  @Test func `a refund counts in the month in which the money came back`() {
    let refunded = Sample.purchase(
      .car, .nonConsumable, "1.99", bought: "2026-10-30", revoked: "2026-11-02", number: 1)
    #expect(sums(statement([refunded])) == ["November 2026 -$1.99", "October 2026 $1.99"])
  }

  @Test func `what a family member bought costs nothing`() {
    let shared = Sample.purchase(
      .car, .nonConsumable, "1.99", bought: "2026-10-30", number: 1
    ).shared
    #expect(sums(statement([shared])) == ["October 2026 "])
  }

  @Test func `each currency has its own sum`() {
    var yen = Sample.purchase(.suv, .nonConsumable, "300", bought: "2026-10-02", number: 2)
    yen.paid = Money(300, MoneyFormat(currency: "JPY", locale: Locale(identifier: "en_US")))
    let dollars = Sample.purchase(.car, .nonConsumable, "1.99", bought: "2026-10-01", number: 1)
    #expect(sums(statement([dollars, yen])) == ["October 2026 ¥300 + $1.99"])
  }

  @Test func `a month with an unknown amount has no sum`() {
    var unknown = Sample.purchase(.car, .nonConsumable, "1.99", bought: "2026-10-01", number: 1)
    unknown.paid = nil
    #expect(sums(statement([unknown])) == ["October 2026 "])
  }

  @Test(arguments: [
    ("race", ["nonconsumable.racecar"]), ("REFUNDED", ["nonconsumable.utilityvehicle"]),
    ("refunded", ["nonconsumable.utilityvehicle"]), ("2000000539", ["nonconsumable.car"]),
    ("september", ["subscription.pro"]), ("2026 fuel", ["consumable.fuel.octane87"]),
    ("september car", []), ("submarine", []),
  ])
  func `a filter finds rows by product, event, month and ID`(filter: String, ids: [String]) {
    #expect(
      statement(Sample.purchases, filter).entries.map(\.purchase.owned.productID) == ids)
  }

  @Test func `the sum of a month is that of the rows that the filter finds`() {
    #expect(sums(statement(Sample.purchases, "november fuel")) == ["November 2026 $2.97"])
  }

  @Test func `the first row of a month is shown with the line of its month`() {
    let statement = statement()
    #expect(statement.rows(ofEntry: 0) == 0..<2)
    #expect(statement.rows(ofEntry: 1) == 2..<3)
    #expect(statement.rows(ofEntry: 2) == 3..<5)
    #expect(statement.rows(ofEntry: 99) == 0..<0)
  }

  @Test func `days are those of the customer's time zone`() throws {
    let lateInTheDay = Sample.owner.with {
      $0.timeZone = TimeZone(secondsFromGMT: 14 * 3600 + 1) ?? .gmt
    }
    let purchase = Sample.purchase(.car, .nonConsumable, "1.99", bought: "2026-10-31", number: 1)
    let statement = HistoryStatement(
      History([purchase]), matching: HistoryFilter(), in: Store(lateInTheDay))
    #expect(statement.months.map(\.name) == ["November 2026"])
  }
}

/// The part of a list that is in view.
@Suite struct ListWindowTests {
  private func lines(from first: Int, showing selected: Int, isPaged: Bool = false) -> Range<Int> {
    ListWindow.lines(
      from: first, showing: selected..<selected + 1, room: 10, count: 100, isPaged: isPaged)
  }

  @Test func `it stays while the selection is in it`() {
    #expect(lines(from: 20, showing: 20) == 20..<30)
    #expect(lines(from: 20, showing: 29) == 20..<30)
  }

  @Test func `it follows the selection by as few lines as possible`() {
    #expect(lines(from: 20, showing: 30) == 21..<31)
    #expect(lines(from: 20, showing: 19) == 19..<29)
  }

  @Test func `where lines cannot be moved, it goes on by as many as fit`() {
    #expect(lines(from: 20, showing: 30, isPaged: true) == 30..<40)
    #expect(lines(from: 20, showing: 19, isPaged: true) == 10..<20)
    #expect(lines(from: 85, showing: 99, isPaged: true) == 90..<100)
  }

  @Test func `a short list is whole, and a long one ends at its last line`() {
    let short = ListWindow.lines(from: 5, showing: 2..<3, room: 10, count: 4)
    #expect(short == 0..<4)
    #expect(lines(from: 99, showing: 99) == 90..<100)
  }

  @Test func `without room for everything that must be seen, its last line is seen`() {
    #expect(ListWindow.lines(from: 0, showing: 4..<6, room: 1, count: 9) == 5..<6)
  }
}
