import Foundation

/// Why a customer cannot have an offer.
package enum OfferError: String, Codable, Hashable, Sendable, CaseIterable {
  /// They were never a subscriber of its group.
  case neverSubscribed
  /// They are a subscriber of its group.
  case subscribed
  /// They were a subscriber of its group.
  case lapsed
  /// They were not a subscriber for as long, or have not been away for as long, as a win-back offer
  /// requires.
  case conditionsNotMet
  /// They own the product, which is bought once.
  case owned
  /// An offer of its group that they redeemed before has not begun, and would be lost.
  case offerRedeemed
  /// They have already redeemed another code of the offer: each customer can redeem one.
  case codeRedeemed

  /// Returns the reason, and the remedy if there is one.
  ///
  /// `date` is when the offer begins that was redeemed before; `nil` if it waits for a payment.
  func sentence(from date: Date?) -> String {
    switch self {
    case .neverSubscribed: "they were never a subscriber of its group. Buy without it"
    case .subscribed: "they are a subscriber of its group"
    case .lapsed: "they were a subscriber of its group before. Buy without it"
    case .conditionsNotMet:
      "they were not a subscriber for as long, or are not away for as long, as it requires. "
        + "Buy without it"
    case .owned: "they own the product"
    case .offerRedeemed:
      "an offer that they redeemed before is still to come, and would be lost. Redeem this one after "
        + (date.map { "\($0.formatted(.iso8601)), when that one begins" }
          ?? "their payment works, when that one begins")
    case .codeRedeemed:
      "they have redeemed another code of it, and each customer can redeem one. Ask for a code of another "
        + "offer"
    }
  }
}
