extension ProductRow {
  /// The regular price: "$2.99", or "$4.99 / month" for a plan.
  package var priceText: String {
    guard let plan else { return displayPrice }
    return "\(displayPrice) / \(plan.period.unitText)"
  }

  /// The description, unless it only repeats the name.
  package var subtitle: String? { description == displayName ? nil : description }

  /// What the first time costs, without what follows; `nil` when nothing is special about it.
  package var introductoryText: String? {
    guard let offer = plan?.introductoryOffer else { return nil }
    let length = offer.period.times(offer.periodCount).text
    switch offer.mode {
    case .freeTrial: return "\(length) free"
    case .payUpFront: return "\(length) for \(offer.displayPrice)"
    case .payAsYouGo:
      return "\(offer.displayPrice) / \(offer.period.unitText) for \(length)"
    }
  }

  /// The whole terms in one line: "2 months for $1.99, then $4.99 / month".
  package var terms: String {
    guard let introductoryText else { return priceText }
    return "\(introductoryText), then \(priceText)"
  }
}
