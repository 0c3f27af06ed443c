import AppStorePayloads
import Foundation
import StoreAPI
import TerminalUI
@testable import OpenStoreKit

@testable import AppStorePrompts
@testable import AppStoreSheets

/// Sheets for the products of SK Demo on 21 November 2026.
enum Sample {
  static let refund = RefundSheet(
    id: UUID(), account: "alex", device: "laptop", transactionID: 7,
    purchase: RefundSheet.Item(product: "Pro", displayPrice: "$4.99"))

  static let fuelRefund = RefundSheet(
    id: UUID(), account: "alex", device: "laptop", transactionID: 1_000_000_003,
    purchase: RefundSheet.Item(product: "Fuel87", quantity: 3, displayPrice: "$2.97"))

  static let review = ReviewSheet(id: UUID(), app: "com.example.cars")

  /// SK Demo's page in the App Store, with the products that it promotes.
  static func appStore(
    _ products: [(name: String, price: String)] = promoted, failure: String? = nil
  ) -> SheetPage {
    SheetPage(promoting: products, account: "alex", failure: failure)
  }

  private static let promoted = [
    ("Fuel87", "$0.99"), ("Fuel89", "$1.99"), ("Fuel91", "$2.99"), ("Car", "$1.99"),
    ("Sport Utility Vehicle", "$2.99"), ("Race Car", "$4.99"),
    ("Standard 1 Year Service Access", "$9.99"), ("Standard", "$2.99 / month"),
    ("Premium", "$3.99 / month"), ("Pro", "$4.99 / month"),
  ]

  static let car = page("Sport Utility Vehicle", "one-time purchase", terms: paid("$2.99"))

  static let pro = page("Pro", plan, terms: introduced())

  /// An introductory offer, by default two months for $1.99, and then every month.
  static func introduced(
    _ mode: OfferDiscountType = .payUpFront, _ display: String = "$1.99",
    for period: String = "P2M", times count: Int = 1
  ) -> SheetTerms {
    var terms = renewing(paid("$1.99"), from: "2027-01-21")
    terms.purchase.offer = Period(period).map { period in
      Product.SubscriptionOffer(
        record: StoreOffer(
          type: .introductory, discountType: mode, price: price(display).amount, period: period,
          periodCount: count),
        priceFormatStyle: dollars)
    }
    return terms
  }

  private static func renewing(
    _ terms: SheetTerms, for price: String = "$4.99", from day: String? = nil
  ) -> SheetTerms {
    var terms = terms
    terms.purchase.displayRenewalPrice = price
    terms.purchase.renewalPeriod = .monthly
    terms.purchase.firstRenewalDate = day.map(date)
    return terms
  }

  static var upgrade: SheetTerms {
    var terms = renewing(paid("$4.99"), from: "2026-12-21")
    terms.replaced = "Standard"
    terms.purchase.upgradeRefund = Decimal(149) / 100
    terms.purchase.displayUpgradeRefund = "$1.49"
    return terms
  }

  static var downgrade: SheetTerms {
    var terms = renewing(paid("$0.00"), for: "$2.99")
    terms.replaced = "Pro"
    terms.purchase.effectiveDate = date("2026-12-14")
    return terms
  }

  /// An upgrade whose names and prices are long.
  static var long: SheetPage {
    var terms = upgrade
    terms.replaced = "Geländegängiges Mehrzweckfahrzeug mit Allradantrieb"
    terms.purchase.displayRenewalPrice = "1.234,50 €"
    terms.purchase.displayUpgradeRefund = "1.000,00 €"
    return page("Höchstgeschwindigkeitsrennsportwagen in Rot", plan, terms: terms)
  }

  static let plan = "subscription that renews until you turn it off"

  static func paid(_ charge: String) -> SheetTerms {
    SheetTerms(
      purchase: PurchaseSheet.Terms(charge: price(charge).amount, displayCharge: charge),
      now: date("2026-11-21"))
  }

  static func page(
    _ product: String, _ kind: String, quantity: Int = 1, terms: SheetTerms
  ) -> SheetPage {
    SheetPage(
      product: product, kind: kind, quantity: quantity, account: "alex",
      storefront: "United States, USD", terms: terms)
  }

  static func date(_ day: String) -> Date {
    (try? Date("\(day)T10:00:00Z", strategy: .iso8601)) ?? .distantPast
  }
}

extension SheetLayer {
  @discardableResult
  mutating func type(_ keys: Key...) -> [Effect] { keys.flatMap { update(.input(.key($0))) } }

  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.flatMap { update(.input(.key(.character($0)))) }
  }

  /// The sheet over an app that fills the screen.
  func picture(columns: Int = 80, rows: Int = 24) -> String {
    frame(columns: columns, rows: rows).text
  }

  func frame(columns: Int, rows: Int) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    var layer = self
    layer.adapt(to: frame.size)
    for row in 0..<rows {
      frame.write(
        String(repeating: "the app below ", count: 20), at: Point(column: 0, row: row))
    }
    frame.dim()
    layer.draw(on: &frame)
    return frame
  }
}
