import TerminalUI
import TestSupport
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

/// The sheets as they stand over an app; the gallery has each of them.
@Suite struct SheetSnapshotTests {
  @Test func `the App Store's page says how many products have no key on it`() {
    let products = (1...SheetPage.Button.keys.count + 2).map {
      (name: "Car \($0)", price: "$1.99")
    }

    let page = Sample.appStore(products)

    #expect(page.buttons.count == 23)
    #expect(page.note == "These are the first 23 of 25." && page.shortNote == nil)
    #expect(Sample.appStore(Array(products.prefix(23))).note == "")
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 36)])
  func `only the action of Enter looks selected`(columns: Int, rows: Int) throws {
    var redeeming = SheetLayer(page: SheetPage(redeemingFor: "alex", failure: nil))
    redeeming.type("SPRING")
    let layers = [
      SheetLayer(page: Sample.car), SheetLayer(page: SheetPage(Sample.review)), redeeming,
    ]
    for (layer, word) in zip(layers, ["Not now", "Not now", "Redeem"]) {
      let frame = layer.frame(columns: columns, rows: rows)
      let cells = (0..<rows).flatMap { row in
        (0..<columns).map { frame[Point(column: $0, row: row)] }
      }
      #expect(cells.count { $0.text == Glyphs.bar } == 1)
      let selected = cells.filter(\.style.isReversed)
      #expect(selected.map(\.text).joined().contains(word))
      #expect(selected.allSatisfy { $0.style.role == .plain })
    }
  }

  @Test func `no sentence of a sheet or its help has more than twelve words`() {
    let pages =
      Sample.subscriptionPages.map(\.page)
      + [
        Sample.car, Sample.pro, Sample.appStore(), SheetPage(authenticating: "alex"),
        SheetPage(redeemingFor: "alex", failure: nil), SheetPage(Sample.review),
        SheetPage(Sample.refund), SheetPage(explaining: Sample.refund),
      ]
    for page in pages {
      for text in page.whatNext + [page.note, page.shortNote ?? "", page.kind] {
        for sentence in text.split(whereSeparator: { ".!?".contains($0) }) {
          let words = sentence.split(separator: " ")
          #expect(words.count <= 12, "\(sentence)")
        }
      }
    }
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
}
