import Foundation

/// The reason why a customer cannot have an offer.
package enum OfferError: String, Codable, Hashable, Sendable, CaseIterable {
  /// They were never a subscriber of its group.
  case neverSubscribed
  /// They are a subscriber of its group.
  case subscribed
  /// They were a subscriber of its group.
  case lapsed
  /// They have not subscribed for long enough, or have not been away for long enough, for a
  /// win-back offer.
  case conditionsNotMet
  /// They own the product, which can be bought only once.
  case owned
  /// An offer of its group that they redeemed before has not begun, and would be lost.
  case offerRedeemed
  /// They have already redeemed another code of the offer: each customer can redeem one.
  case codeRedeemed

  /// Returns the reason and the remedy.
  ///
  /// `date` is when the earlier redeemed offer begins; `nil` if it waits for a payment.
  func sentence(from date: Date?, in timeZone: TimeZone) -> String {
    switch self {
    case .neverSubscribed: "they have never subscribed to its group. Buy without the offer"
    case .subscribed: "they already subscribe to its group. Buy without the offer"
    case .lapsed: "they have subscribed to its group before. Buy without the offer"
    case .conditionsNotMet:
      "it requires a longer subscription, or a longer time since it ended. Buy without the offer"
    case .owned: "they already own the product. There is nothing to buy"
    case .offerRedeemed:
      "an offer that they redeemed before has not begun yet, and would be lost. Redeem this one after "
        + (date.map { "\($0.isoTime(in: timeZone)), when that one begins" }
          ?? "their payment works, when that one begins")
    case .codeRedeemed:
      "they have redeemed another of its codes, and each customer can redeem one. Ask for a code of "
        + "another offer"
    }
  }
}
