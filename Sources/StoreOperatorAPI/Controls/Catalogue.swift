package import Foundation
package import StoreAPI

/// A control that makes a new version of the catalogue.
package protocol CatalogueControl: OperatorControl {}

extension CatalogueControl {
  package static var result: OperatorResult.Name { .catalogue }
}

// The products of the store.
extension OperatorCommand {
  static let ofCatalogue: [any OperatorControl.Type] = [
    SetPrice.self, Withdraw.self, UndoWithdraw.self, ImportCatalogue.self,
  ]

  /// Sets the price of a product in the store's currency; `policy` is the effect on present subscribers.
  ///
  /// A product that is bought once has no subscribers.
  ///
  /// Consent is required if subscribers would only be informed of an increase that needs their consent
  /// by Apple's rules.
  package struct SetPrice: CatalogueControl {
    package let productID: String
    package let price: Decimal
    package let policy: PriceChangePolicy
    package static let summary =
      "Sets a product's price, and reports the effect on its subscribers."
    package static let errors: [StoreErrorCode] = [
      .unknownProduct, .invalidPrice, .consentRequired,
    ]
  }

  /// Takes a product off sale.
  ///
  /// Customers who own it keep it; a subscription to it ends with its period. Nothing happens if it is
  /// already not for sale.
  package struct Withdraw: CatalogueControl {
    package let productID: String
    package static let summary = "Takes a product off sale. Customers keep what they own."
    package static let errors: [StoreErrorCode] = [.unknownProduct]
  }

  /// Sells a product again that was taken off sale.
  ///
  /// Nothing happens if it is for sale.
  package struct UndoWithdraw: CatalogueControl {
    package let productID: String
    package static let summary = "Sells a product again that was taken off sale."
    package static let errors: [StoreErrorCode] = [.unknownProduct]
  }

  /// Imports a StoreKit configuration file as a new version of the catalogue.
  ///
  /// The store's settings stay.
  ///
  /// A product that is not in the file is no longer for sale; customers who own it keep it.
  /// Subscribers pay a new price from their next period. They need not consent to an increase,
  /// however large: as in Xcode, a file describes a test, and Apple's thresholds are those of App
  /// Store Connect. `configuration` is the file's text, of at most 4 MiB. The error has the place in the
  /// file; a product with another type or group than the store's product with its ID is an error too.
  package struct ImportCatalogue: CatalogueControl {
    package let configuration: String
    package static let isDestructive = true
    package static let summary =
      "Imports the text of a StoreKit configuration file, of at most 4 MiB, as the catalogue."
    package static let errors: [StoreErrorCode] = [.invalidCatalogue]
  }

  package static func setPrice(
    productID: String, price: Decimal, policy: PriceChangePolicy
  ) -> Self {
    Self(SetPrice(productID: productID, price: price, policy: policy))
  }
  package static func withdraw(productID: String) -> Self { Self(Withdraw(productID: productID)) }
  package static func undoWithdraw(productID: String) -> Self {
    Self(UndoWithdraw(productID: productID))
  }
  package static func importCatalogue(configuration: String) -> Self {
    Self(ImportCatalogue(configuration: configuration))
  }
}
