import TerminalUI
import TestSupport

@testable import AppStorePrompts
@testable import AppStoreSheets

/// Every sheet in every phase, over an empty screen.
enum SheetGallery {
  static let screens = layers.map { state, name, layer in
    GalleryScreen(state: state, name: name) { size in
      var frame = Frame(size: size)
      var layer = layer
      layer.adapt(to: size)
      layer.draw(on: &frame)
      return frame
    }
  }

  private typealias Entry = (state: String, name: String, layer: SheetLayer)

  /// The sheets themselves, with their titles.
  static var sheets: [(title: String, sheet: SheetLayer)] {
    layers.map { ("\($0.state), \($0.name)", $0.layer) }
  }

  private static var layers: [Entry] {
    pages.map { ($0.0, "sheet", SheetLayer(page: $0.1)) }
      + Sample.subscriptionPages.map { ($0.name, "sheet", SheetLayer(page: $0.page)) } + phases
  }

  private static var pages: [(String, SheetPage)] {
    [
      ("car", Sample.car), ("picture", pictured), ("pro", Sample.pro), ("long", Sample.long),
      ("upgrade", Sample.page("Pro", Sample.plan, terms: Sample.upgrade)),
      ("downgrade", Sample.page("Standard", Sample.plan, terms: Sample.downgrade)),
      (
        "fuel",
        Sample.page(
          "Fuel87", "used up, can be bought again", quantity: 3, terms: Sample.paid("$2.97"))
      ),
      (
        "wide",
        Sample.page("とても速い競走用自動車の特別限定仕様（赤色）", Sample.plan, terms: Sample.introduced())
      ),
      ("authenticate", SheetPage(authenticating: "alex")),
      ("redeem", SheetPage(redeemingFor: "alex", failure: nil)), ("redeem-again", redeemingAgain),
      ("review", SheetPage(Sample.review)), ("refund", SheetPage(Sample.refund)),
      ("refund-fuel", SheetPage(Sample.fuelRefund)),
      ("refund-explain", SheetPage(explaining: Sample.refund)),
      ("app-store", Sample.appStore()), ("app-store-empty", Sample.appStore([])),
      (
        "app-store-long",
        Sample.appStore([
          ("Geländegängiges Mehrzweckfahrzeug mit Allradantrieb", "1.234,50 € / 2 months"),
          ("とても速い競走用自動車の特別限定仕様（赤色）", "¥300"),
        ])
      ),
      ("app-store-failed", Sample.appStore([], failure: "the store does not answer")),
    ]
  }

  private static var redeemingAgain: SheetPage {
    SheetPage(
      redeemingFor: "alex",
      failure: "the offer code 'SPRING' has already been redeemed: ask for another code")
  }

  private static var pictured: SheetPage {
    var page = Sample.car
    page.picture = [
      "  ╒╤═══════╤╕    ", " ╭┴┴──┬────┴┴─╮  ", " │    │    │  ├╮ ", "╰──(●)────(●)─╯  ",
    ]
    return page
  }

  /// A sheet while it is paid, and afterwards.
  private static var phases: [Entry] {
    var (paying, marked, redeeming) = (
      SheetLayer(page: pictured), SheetLayer(page: Sample.car),
      SheetLayer(page: SheetPage(redeemingFor: "alex", failure: nil))
    )
    paying.type("p")
    marked.mark("Pay $2.99")
    redeeming.type("SPRING")
    var (bought, failed) = (paying, paying)
    let confirmation = PurchaseConfirmation(
      "Yours. Sport Utility Vehicle is in your garage.", transactionID: 2_000_000_731,
      isAnimated: false)
    _ = bought.update(.message(.purchased(confirmation)))
    _ = failed.update(.message(.failed("the store has refused the order: it is not for sale.")))
    return [
      ("picture", "paying", paying), ("picture", "bought", bought), ("picture", "failed", failed),
      ("car", "marked by the mouse", marked), ("redeem", "typed", redeeming),
    ]
  }
}

extension SheetLayer {
  /// Presses the mouse on the button with this text.
  fileprivate mutating func mark(_ text: String) {
    let frame = frame(columns: 80, rows: 24)
    for (row, line) in frame.lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      let column = line.distance(from: line.startIndex, to: range.lowerBound)
      guard let press = frame.press(at: Point(column: column, row: row)) else { continue }
      _ = update(.input(press.input))
    }
  }
}
