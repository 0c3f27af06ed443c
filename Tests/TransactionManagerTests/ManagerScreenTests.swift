import AppStorePayloads
import StoreOperatorAPI
import TerminalUI
import Testing

@testable import TransactionManager

/// The Transaction Manager on screens of every width, by keyboard and by mouse.
@Suite struct ManagerScreenTests {
  private typealias Sample = TransactionSample

  @Test(arguments: [(40, 12), (80, 24), (120, 36), (200, 60)])
  func `everything keeps to the column of the app's pages`(columns: Int, rows: Int) {
    for manager in Self.samples {
      let frame = manager.frame(columns: columns, rows: rows)
      let column = Rect.column(of: frame.size)
      for row in 0..<rows {
        for place in 0..<columns where !(column.minColumn..<column.maxColumn).contains(place) {
          #expect(frame[Point(column: place, row: row)].text == " ", "\(place), \(row)")
        }
      }
    }
  }

  /// A list, a filter, details, a form and an answer.
  private static var samples: [TransactionManager] {
    let list = TransactionManager.showing(Sample.page, orders: [Sample.order])
    var (filter, details, form, answer) = (list, list, list, list)
    filter.type("/")
    filter.type("alex")
    details.type(.down, .enter)
    _ = form.perform("setNotificationURL")
    _ = answer.perform("accounts")
    _ = answer.update(.message(.done("alex\nmaria", nil)))
    return [list, filter, details, form, answer]
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 36)])
  func `one whole row is selected, whatever its state is`(columns: Int, rows: Int) throws {
    var manager = TransactionManager.showing(Sample.subscriptions)
    for _ in Sample.subscriptions {
      let frame = manager.frame(columns: columns, rows: rows)
      let bars = (0..<rows).filter { row in
        (0..<columns).contains { frame[Point(column: $0, row: row)].text == Glyphs.bar }
      }
      #expect(bars.count == 1)
      let row = try #require(bars.first)
      let reversed = (0..<columns).map { frame[Point(column: $0, row: row)].style }
        .filter(\.isReversed)
      #expect(reversed.allSatisfy { $0.role == .plain })
      #expect(reversed.count > 30)
      manager.type(.down)
    }
  }

  @Test func `the longest product ID has room on 80 columns, and loses its middle on fewer`() {
    var car = Sample.car(1, of: "customer")
    car.transaction.productId = "nonconsumable.utilityvehicle"
    let manager = TransactionManager.showing([Sample.plan, car])
    let wide = manager.picture()
    #expect(wide.contains("customer nonconsumable.utilityvehicle "))
    #expect(wide.contains("alex     subscription.pro"))
    #expect(manager.picture(columns: 120, rows: 36).contains("nonconsumable.utilityvehicle"))
    let narrow = manager.frame(columns: 40, rows: 12).lines.first { $0.contains("nonc") }
    #expect(narrow?.contains("…") == true && narrow?.contains("vehicle") == true)
  }

  @Test func `a control in progress is among the notices, and the filter above the table`()
    throws
  {
    var manager = TransactionManager.showing(Sample.page)
    _ = manager.perform("accounts")
    #expect(manager.frame().lines.contains { $0.hasPrefix(" ▸ Accounts …") })
    manager.type("/")
    manager.type("alex")
    let lines = manager.frame().lines
    #expect(lines[3].contains("/ alex\(Glyphs.full)"))
    #expect(lines.contains { $0.hasPrefix(" ▸ Accounts …") })
    manager.type(.enter)
    #expect(manager.frame().lines[3].contains("/ alex"))
    #expect(TransactionManager().frame().lines.contains { $0.hasPrefix(" ▸ Reading …") })
  }

  @Test func `a wide screen shows the payload of the selected row, live`() {
    var manager = TransactionManager.showing(Sample.page)
    #expect(manager.picture(columns: 120, rows: 36).contains("subscriptionGroupIdentifier"))
    manager.type(.end)
    let car = manager.picture(columns: 120, rows: 36)
    #expect(!car.contains("subscriptionGroupIdentifier"))
    #expect(car.contains("\(Sample.car().id)"))
    #expect(!manager.picture().contains("transactionId"), "80 columns have no room")
  }

  @Test func `the keys of vi and the paging keys move through the list`() {
    var manager = TransactionManager.showing(Sample.cars(1...60))
    _ = manager.picture()
    manager.type("jjk")
    #expect(manager.list.selection == 1)
    manager.type("G")
    #expect(manager.list.selection == 59)
    manager.type("g")
    #expect(manager.list.selection == 0)
    manager.adapt(to: Size(columns: 80, rows: 24))
    manager.type(.pageDown)
    #expect(manager.list.selection == manager.listRows - 1)
    #expect(manager.type(.backtab) == [.read(.subscriptions, revision: nil)])
  }

  @Test func `a press selects a row, and a second one opens it`() throws {
    var manager = TransactionManager.showing(Sample.page)
    #expect(try manager.press("nonconsumable.racecar") == [])
    #expect(manager.list.selected?.id == Sample.car().id)
    #expect(manager.mode == .list)
    _ = try manager.press("nonconsumable.racecar")
    #expect(manager.opened?.id == Sample.car().id)
  }

  @Test func `a press marks a control, and only the second one acts`() throws {
    var manager = TransactionManager.showing([Sample.car()])
    manager.type(.enter)
    #expect(try manager.press("Refund") == [])
    #expect(manager.activity == .idle)
    #expect(try manager.press("Refund") == [])
    #expect(manager.question == "Refund")
    #expect(try manager.press("transaction ID") == [])
    #expect(manager.opened?.id == Sample.car().id && manager.question == nil)
  }

  @Test func `a press on the other table's name shows it`() throws {
    var manager = TransactionManager.showing(Sample.page)
    #expect(try manager.press("Subscriptions") == [.read(.subscriptions, revision: nil)])
  }

  @Test func `a press on a field selects it, and the next one changes a choice`() throws {
    var manager = TransactionManager.showing(Sample.page)
    _ = manager.perform("setPrice")
    _ = try manager.press("policy")
    #expect(manager.picture().contains("← inform →"))
    _ = try manager.press("policy")
    #expect(manager.picture().contains("← askConsent →"))
  }
}

extension TransactionManager {
  func frame(columns: Int = 80, rows: Int = 24) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    var manager = self
    manager.adapt(to: frame.size)
    manager.draw(on: &frame)
    return frame
  }

  /// Presses the mouse on the first place that shows a text.
  mutating func press(_ text: String) throws -> [Effect] {
    let frame = frame()
    for (row, line) in frame.lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      let column = line.distance(from: line.startIndex, to: range.lowerBound)
      let press = try #require(frame.press(at: Point(column: column, row: row)))
      return update(.input(press.input))
    }
    Issue.record("'\(text)' is not shown")
    return []
  }
}
