import Foundation
import OpenStoreKit
import TerminalUI

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
    _ products: [SheetPage.PromotedProduct] = promoted, failure: String? = nil
  ) -> SheetPage {
    SheetPage(promoting: products, account: "alex", device: "laptop", failure: failure)
  }

  private static let promoted = [
    ("Fuel87", "$0.99"), ("Fuel89", "$1.99"), ("Fuel91", "$2.99"), ("Car", "$1.99"),
    ("Sport Utility Vehicle", "$2.99"), ("Race Car", "$4.99"),
    ("Standard 1 Year Service Access", "$9.99"), ("Standard", "$2.99 / month"),
    ("Premium", "$3.99 / month"), ("Pro", "$4.99 / month"),
  ].map { SheetPage.PromotedProduct(name: $0, price: $1) }

  static let car = page("Sport Utility Vehicle", "one-time purchase", terms: paid("$2.99"))

  static let pro = page("Pro", plan, terms: introduced())

  /// An introductory offer, by default two months for $1.99, and then every month.
  static func introduced(
    _ mode: Product.SubscriptionOffer.PaymentMode = .payUpFront, for length: String = "2 months",
    _ pricePerPeriod: String = "$1.99 / 2 months"
  ) -> SheetTerms {
    var terms = paid("$1.99")
    terms.offer = SheetTerms.Offer(
      mode: mode, length: length, price: "$1.99", pricePerPeriod: pricePerPeriod)
    terms.renewal = "$4.99 / month"
    terms.renewalDate = date("2027-01-21")
    return terms
  }

  static var upgrade: SheetTerms {
    var terms = paid("$4.99")
    terms.renewal = "$4.99 / month"
    terms.renewalDate = date("2026-12-21")
    terms.replaced = "Standard"
    terms.refund = "$1.49"
    return terms
  }

  static var downgrade: SheetTerms {
    var terms = SheetTerms(charge: "$0.00", isFree: true)
    terms.renewal = "$2.99 / month"
    terms.replaced = "Pro"
    terms.effectiveDate = date("2026-12-14")
    return terms
  }

  /// An upgrade whose names and prices are long.
  static var long: SheetPage {
    var terms = upgrade
    terms.replaced = "Geländegängiges Mehrzweckfahrzeug mit Allradantrieb"
    terms.renewal = "1.234,50 € / month"
    terms.refund = "1.000,00 €"
    return page("Höchstgeschwindigkeitsrennsportwagen in Rot", plan, terms: terms)
  }

  static let plan = "subscription that renews until you turn it off"

  static func paid(_ charge: String) -> SheetTerms { SheetTerms(charge: charge, isFree: false) }

  static func page(
    _ product: String, _ kind: String, quantity: Int = 1, terms: SheetTerms
  ) -> SheetPage {
    SheetPage(
      product: product, kind: kind, quantity: quantity, account: "alex", device: "laptop",
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
