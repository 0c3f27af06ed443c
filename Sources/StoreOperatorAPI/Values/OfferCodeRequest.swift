package import Foundation

/// The operator's request for offer codes.
package struct OfferCodeRequest: Codable, Hashable, Sendable {
  /// The name of one of the catalogue's code offers, after its plan's ID and "/" if several plans have
  /// one of this name; or the ID of a car, fuel or a pass, which the codes give for free.
  package var reference: String
  /// The text of a custom code; without it the codes are random, and each is redeemed once.
  package var custom: String?
  /// The number of random codes, or of customers who may redeem the custom code; `nil` means one
  /// random code, or a custom code without a limit.
  package var number: Int?
  /// The date on which the codes expire, on the store's clock; `nil` means in six months, or never for a
  /// custom code.
  ///
  /// Only a custom code can expire later than in six months.
  package var expirationDate: Date?

  package init(
    reference: String, custom: String? = nil, number: Int? = nil, expirationDate: Date? = nil
  ) {
    self.reference = reference
    self.custom = custom
    self.number = number
    self.expirationDate = expirationDate
  }
}
