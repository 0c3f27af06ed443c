import TerminalUI
import TestSupport
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

/// The sheets as they stand over an app.
@Suite struct SheetSnapshotTests {
  @Test(arguments: [
    ("car", Sample.car), ("pro", Sample.pro), ("long", Sample.long),
    ("upgrade", Sample.page("Pro", Sample.plan, terms: Sample.upgrade)),
    ("downgrade", Sample.page("Standard", Sample.plan, terms: Sample.downgrade)),
    (
      "fuel",
      Sample.page(
        "Fuel87", "used up, can be bought again", quantity: 3, terms: Sample.paid("$2.97"))
    ),
    ("authenticate", SheetPage(authenticating: "alex")),
    ("redeem", SheetPage(redeemingFor: "alex", failure: nil)),
    (
      "redeem-again",
      SheetPage(
        redeemingFor: "alex",
        failure: "the offer code 'SPRING' has already been redeemed: ask for another code")
    ),
    ("review", SheetPage(Sample.review)), ("refund", SheetPage(Sample.refund)),
    ("refund-fuel", SheetPage(Sample.fuelRefund)),
    ("refund-explain", SheetPage(explaining: Sample.refund)),
    ("app-store", Sample.appStore()), ("app-store-empty", Sample.appStore([])),
    (
      "app-store-failed",
      Sample.appStore([], failure: "the store does not answer: http://127.0.0.1:8080: it is closed")
    ),
    (
      "app-store-long",
      Sample.appStore([
        ("Geländegängiges Mehrzweckfahrzeug mit Allradantrieb", "1.234,50 € / 2 months"),
        ("とても速い競走用自動車の特別限定仕様（赤色）", "¥300"),
      ])
    ),
    (
      "wide",
      Sample.page("とても速い競走用自動車の特別限定仕様（赤色）", Sample.plan, terms: Sample.introduced())
    ),
  ])
  func `a sheet says what is bought, and what is paid now and later`(
    name: String, page: SheetPage
  ) throws {
    try expectSizes(of: SheetLayer(page: page), named: "sheet-\(name)")
  }

  @Test func `the App Store's page says how many products have no key on it`() {
    let products = (1...SheetPage.Button.keys.count + 2).map {
      (name: "Car \($0)", price: "$1.99")
    }

    let page = Sample.appStore(products)

    #expect(page.buttons.count == 31)
    #expect(page.note == "These are the first 31 of 33." && page.shortNote == nil)
    #expect(Sample.appStore(Array(products.prefix(31))).note == "")
  }

  @Test func `while it is paid the buttons are locked`() throws {
    var layer = SheetLayer(page: Sample.car)
    layer.type("p")
    try expectSizes(of: layer, named: "sheet-paying")
  }

  @Test func `a failure stays to be read`() throws {
    var layer = SheetLayer(page: Sample.car)
    layer.type("p")
    _ = layer.update(.message(.failed("the store has refused the order: it is not for sale.")))
    try expectSizes(of: layer, named: "sheet-failed")
  }

  @Test func `terms that are too long for the screen scroll to their end`() throws {
    var layer = SheetLayer(page: Sample.long)
    layer.adapt(to: Size(columns: 40, rows: 12))
    for _ in 0..<20 { layer.type(.down) }
    let picture = layer.picture(columns: 40, rows: 12)
    try expectSnapshot(of: picture, named: "sheet-long-end-40x12")
    #expect(layer.phase == .asking)
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `a terminal without Unicode gets the same sheet, sign for sign`(columns: Int, rows: Int) {
    let pages = [Sample.car, Sample.pro, Sample.long, SheetPage(authenticating: "alex")]
    for page in pages {
      let frame = SheetLayer(page: page).frame(columns: columns, rows: rows)
      var folded = frame
      folded.foldToASCII()
      #expect(folded.lines == frame.lines.map(Glyphs.fold))
      #expect(folded.text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  /// Arithmetic that goes below zero ends the process.
  @Test(arguments: [(0, 0), (1, 1), (8, 3), (20, 6), (40, 12)])
  func `a tiny terminal breaks nothing, and the sheet keeps its border`(columns: Int, rows: Int) {
    let frame = SheetLayer(page: Sample.pro).frame(columns: columns, rows: rows)
    guard columns >= 20 else { return }
    let inside = frame.lines.filter { $0.contains("│") }
    #expect(inside.count >= 2)
    for line in inside {
      let card = line.drop { $0 != "│" }
      #expect(card.dropFirst().contains { "│↑↓".contains($0) }, "\(line)")
    }
  }

  private func expectSizes(of layer: SheetLayer, named name: String) throws {
    try expectSnapshot(of: layer.picture(), named: name)
    try expectSnapshot(of: layer.picture(columns: 40, rows: 12), named: "\(name)-40x12")
  }
}
