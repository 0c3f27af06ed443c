import AppStorePayloads
import Foundation
import StoreAPI

/// A type of the values that an error can have.
protocol ErrorField: Decodable {
  static var schema: Schema { get }
  /// Any value; ``ErrorSchemaReader`` decodes it in order to reach the next field.
  static var sample: Self { get }
}

extension String: ErrorField {
  static var sample: String { "" }
}

extension Int: ErrorField {
  static var schema: Schema { .integer }
  static var sample: Int { 0 }
}

extension Int32: ErrorField {
  static var schema: Schema { .percentage }
  static var sample: Int32 { 0 }
}

extension Date: ErrorField {
  static var schema: Schema { .date }
  static var sample: Date { Date(timeIntervalSince1970: 0) }
}

extension Decimal: ErrorField {
  static var schema: Schema { .amount }
  static var sample: Decimal { 0 }
}

extension TransactionID: ErrorField {
  static var schema: Schema { .askedTransactionID }
  static var sample: TransactionID { TransactionID(rawValue: 1) }
}

extension OrderKey: ErrorField {
  static var schema: Schema { .uuid }
  static var sample: OrderKey { OrderKey(UUID()) }
}

extension Array: ErrorField where Element: ErrorField & SchemaCodable {
  static var sample: [Element] { [] }
}

extension Quote: ErrorField {
  static var sample: Quote {
    Quote(
      effect: .purchase, charge: 0, currency: "",
      storefront: StoreStorefront(id: "", countryCode: "", currency: "", locale: ""),
      renewalPrice: nil,
      renewalPeriod: nil)
  }
}

extension ConsentRequirement: ErrorField {
  static var sample: ConsentRequirement { .law(storefront: "") }
}

extension OfferError: ErrorField {}
extension FamilyError: ErrorField {}
extension ExtensionError: ErrorField {}
extension ClockError: ErrorField {}

extension ErrorField where Self: CaseIterable & RawRepresentable<String> {
  static var schema: Schema { .choice(allCases.map(\.rawValue)) }
  static var sample: Self { allCases[allCases.startIndex] }
}

extension SimulatedAPI: ErrorField {}
extension SimulatedError.Name: ErrorField {}
