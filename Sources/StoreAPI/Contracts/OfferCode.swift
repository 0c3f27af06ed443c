package import Foundation

/// A code with which customers redeem an offer.
package struct OfferCode: Codable, Hashable, Sendable {
  /// In capital letters.
  package var code: String
  /// The product that is redeemed.
  package var productID: String
  /// The name of the offer, as signed transactions have it.
  package var reference: String
  /// Whether the operator has named it; several customers can redeem such a code, each once.
  package var isCustom: Bool
  /// How often it can be redeemed; `nil` without a limit.
  package var limit: Int?
  package var redemptions: Int
  /// When it can no longer be redeemed, on the store's clock.
  package var expirationDate: Date?

  package init(
    code: String, productID: String, reference: String, isCustom: Bool = false, limit: Int? = 1,
    redemptions: Int = 0, expirationDate: Date? = nil
  ) {
    self.code = code
    self.productID = productID
    self.reference = reference
    self.isCustom = isCustom
    self.limit = limit
    self.redemptions = redemptions
    self.expirationDate = expirationDate
  }

  /// The most codes that are made, or listed, at once.
  package static let listLimit = 1000

  /// The code as a customer may type it, in capital letters and without spaces around it.
  package static func normalized(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).uppercased()
  }
}
