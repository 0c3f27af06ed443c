import TerminalUI
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

/// The sheet after a purchase: it shows what the customer has, and blocks no key.
@Suite struct PurchasedSheetTests {
  private let confirmation = PurchaseConfirmation(
    "Yours. Race Car is in your garage.", transactionID: 2_000_000_731, isAnimated: false)

  /// The sheet of a car with a picture, during its payment.
  private func paying() -> SheetLayer {
    var page = Sample.car
    page.picture = ["  ┌──┐  ", "╰(●)(●)╯"]
    var layer = SheetLayer(page: page)
    layer.type("p")
    return layer
  }

  private func bought() -> SheetLayer {
    var layer = paying()
    _ = layer.update(.message(.purchased(confirmation)))
    return layer
  }

  @Test func `it names what was bought, and the transaction`() {
    let picture = bought().picture()
    #expect(picture.contains("✓ Yours. Race Car is in your garage."))
    #expect(picture.contains("Transaction 2000000731"))
    #expect(picture.contains("╰(●)(●)╯"))
    #expect(!picture.contains("No money moves."))
  }

  @Test func `the box stays where it was`() {
    let (asking, bought) = (SheetLayer(page: paying().page), bought())
    for (columns, rows) in [(80, 24), (60, 20), (40, 12), (120, 36)] {
      let edges = { (layer: SheetLayer) in
        layer.frame(columns: columns, rows: rows).lines.enumerated()
          .filter { $0.element.contains("╭") || $0.element.contains("╰─") }.map(\.offset)
      }
      #expect(edges(asking) == edges(bought), "\(columns)×\(rows)")
    }
  }

  @Test func `the picture comes from the right in a few steps, each after a pause`() {
    var layer = paying()
    let moving = PurchaseConfirmation("Yours.", transactionID: 1, isAnimated: true)
    #expect(layer.update(.message(.purchased(moving))) == [.pause])
    var places: [Int] = []
    var effects = [SheetLayer.Effect.pause]
    while effects == [.pause] {
      effects = layer.update(.message(.step))
      places.append(layer.point(of: "╰(●)")?.column ?? Int.max)
    }
    #expect(places.count == 6)
    #expect(places == places.sorted(by: >))
    #expect(effects == [])
    #expect(PurchaseConfirmation.pause * 6 < .milliseconds(300))
  }

  @Test(arguments: [Key.enter, .escape, .character("q"), .character("p"), .character(" ")])
  func `a key that closes it does nothing else`(key: Key) {
    var layer = bought()
    #expect(layer.type(key) == [.close(passing: nil)])
    #expect(layer.type(key) == [])
  }

  @Test(arguments: [Key.character("s"), .down, .tab])
  func `a key of the app closes it and goes to the app, even while the picture moves`(key: Key) {
    var layer = paying()
    let moving = PurchaseConfirmation("Yours.", transactionID: 1, isAnimated: true)
    _ = layer.update(.message(.purchased(moving)))
    #expect(layer.type(key) == [.close(passing: key)])
    #expect(layer.update(.message(.step)) == [], "a late step moves nothing")
  }

  @Test func `a customer who has left the payment is not shown its result`() {
    var layer = paying()
    layer.type(.escape)
    #expect(layer.update(.message(.purchased(confirmation))) == [])
    #expect(layer.phase == .closed)
  }

  @Test func `the first press of the mouse marks Pay, and the second one pays`() throws {
    var layer = SheetLayer(page: Sample.car)
    let pay = try #require(layer.point(of: "Pay $2.99"))
    #expect(layer.press(at: pay) == [], "a double press on Buy ends here")
    #expect(layer.phase == .asking)
    #expect(layer.picture().contains("Pay $2.99   press again"))
    #expect(layer.press(at: pay) == [.answer(0)])
  }

  @Test func `the first press on p in the footer marks Pay, and the second one pays`() throws {
    var layer = SheetLayer(page: Sample.car)
    let key = try #require(layer.point(of: "p pay $2.99"))
    let label = Point(column: key.column + 2, row: key.row)
    #expect(layer.press(at: key) == [], "a double press on b in the app's footer ends here")
    #expect(layer.picture().contains("Pay $2.99   press again"))
    #expect(layer.press(at: label) == [.answer(0)])
  }

  @Test func `a press beside the marked button declines, and a key removes the mark`() throws {
    var layer = SheetLayer(page: Sample.car)
    let pay = try #require(layer.point(of: "Pay $2.99"))
    _ = layer.press(at: pay)
    layer.type("y")
    #expect(layer.press(at: pay) == [], "it is only marked again")
    let decline = try #require(layer.point(of: "Not now"))
    #expect(layer.press(at: decline) == [.answer(nil)])
  }

  @Test func `a button of a list is marked and then chosen`() throws {
    var layer = SheetLayer(page: SheetPage(Sample.review, app: "SK Demo"))
    #expect(layer.picture().contains("Do you like SK Demo?"))
    let stars = try #require(layer.point(of: "★★★☆☆"))
    #expect(layer.press(at: stars) == [])
    #expect(layer.press(at: stars) == [.answer(2)])
  }
}

extension SheetLayer {
  /// The place of a text on the screen.
  func point(of text: String) -> Point? {
    for (row, line) in frame(columns: 80, rows: 24).lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      return Point(column: line.distance(from: line.startIndex, to: range.lowerBound), row: row)
    }
    return nil
  }

  /// Presses the mouse on a place of the screen.
  mutating func press(at point: Point) -> [Effect] {
    guard let press = frame(columns: 80, rows: 24).press(at: point) else { return [] }
    return update(.input(press.input))
  }
}
