import TerminalUI
import Testing

@testable import DemoApp

/// Only signs are green, yellow or red: on every page, for every customer, at every size.
@Suite struct SignColorTests {
  private static let customers: [(name: String, facts: StoreFacts)] = [
    ("new", Sample.facts()), ("owner", Sample.owner), ("lapsed", Sample.lapsed),
    ("downgrading", Sample.downgrading), ("grace", Sample.grace),
    ("unpaid", Sample.owner.with { $0.statuses = [Sample.unpaid] }), ("pass", Sample.passOwner),
    ("hybrid", Sample.hybrid), ("not loaded", Sample.notLoaded),
    ("waiting", Sample.facts(ordered: Sample.order(1))),
  ]
  private static let sizes = [(40, 12), (80, 24), (120, 36), (200, 60)]

  @Test(arguments: customers.map(\.name))
  func `words are in the terminal's own colour`(customer: String) async throws {
    let facts = try #require(Self.customers.first { $0.name == customer }?.facts)
    for page in ["m", "s", "a", "h", "f"] {
      var demo = await Sample.demo(facts, fuel: Sample.tank)
      demo.type(page)
      for (columns, rows) in Self.sizes {
        let frame = demo.frame(columns: columns, rows: rows)
        for word in Self.colouredWords(of: frame) {
          Issue.record("\(word) has the colour of a sign on page \(page), \(columns)x\(rows)")
        }
      }
    }
  }

  /// The letters and digits that are drawn in the colour of a sign, row by row.
  private static func colouredWords(of frame: Frame) -> [String] {
    (0..<frame.size.rows).compactMap { row in
      let text = (0..<frame.size.columns).map { frame[Point(column: $0, row: row)] }
        .filter { [.good, .warn, .bad].contains($0.style.role) }.map(\.text).joined()
      return text.contains { $0.isLetter || $0.isNumber } ? text : nil
    }
  }
}
