/// Why a customer cannot have an offer.
package enum OfferRefusal: String, Codable, Hashable, Sendable, CaseIterable {
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

  /// The reason, and the remedy if there is one.
  var sentence: String {
    switch self {
    case .neverSubscribed: "they were never a subscriber of its group. Buy without it"
    case .subscribed: "they are a subscriber of its group"
    case .lapsed: "they were a subscriber of its group before. Buy without it"
    case .conditionsNotMet:
      "they were not a subscriber for as long, or are not away for as long, as it requires. "
        + "Buy without it"
    case .owned: "they own the product"
    }
  }
}
