extension ProductRow {
  /// The regular price: "$2.99", or "$4.99 / month" for a plan.
  package var priceText: String {
    guard let plan else { return displayPrice }
    return "\(displayPrice) / \(plan.unitText)"
  }

  /// The description, unless it only repeats the name.
  package var subtitle: String? { description == displayName ? nil : description }

  /// What the introductory offer costs, without what follows; `nil` without one.
  package var introductoryText: String? {
    guard let offer = plan?.introductoryOffer else { return nil }
    switch offer.mode {
    case .freeTrial: return "\(offer.length) free"
    case .payUpFront: return "\(offer.length) for \(offer.displayPrice)"
    case .payAsYouGo: return "\(offer.displayPrice) / \(offer.unitText) for \(offer.length)"
    }
  }

  /// The whole terms in one line: "2 months for $1.99, then $4.99 / month".
  package var terms: String {
    guard let introductoryText else { return priceText }
    return "\(introductoryText), then \(priceText)"
  }
}
