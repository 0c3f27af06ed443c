import OpenStoreKit
import TerminalUI

extension ProductRow {
  /// The regular price: "$2.99", or "$4.99 / month" for a plan.
  package var priceText: String {
    guard let plan else { return displayPrice }
    return "\(displayPrice) / \(plan.unitText)"
  }

  /// The description, unless it only repeats the name.
  package var subtitle: String? {
    description == displayName || description.isEmpty ? nil : description
  }

  /// The whole terms in one line: "2 months for $1.99, then $4.99 / month".
  package func terms(with offer: Offer?) -> String {
    offer.map { "\($0.text), then \(priceText)" } ?? priceText
  }

  /// The whole terms for a customer who has never subscribed.
  package var terms: String { terms(with: plan?.introductoryOffer) }
}

extension Store {
  /// The regular price of a product; for the customer's own plan the price that they pay, which a
  /// price change may have spared.
  func priceText(of product: ProductRow) -> String {
    guard let plan = product.plan,
      let status = subscriptions.last(where: { $0.productID == product.id })?.status,
      !status.isOver, status.isVerified, status.transaction.offer == nil,
      let price = status.transaction.price,
      !status.transaction.isFamilyShared
    else { return product.priceText }
    return "\(price.text) / \(plan.unitText)"
  }
}

extension ProductRow.Offer {
  /// The price, without the terms that follow: "1 month free", "2 months for $1.99".
  package var text: String {
    switch mode {
    case .freeTrial: "\(length) free"
    case .payAsYouGo: "\(displayPrice) / \(unitText) for \(length)"
    default: "\(length) for \(displayPrice)"
    }
  }
}

extension ProductRow.Offer {
  /// The text, and shorter ones for a place with little room: "2 months for $1.99", "2 mo for $1.99",
  /// "2 mo · $1.99".
  var briefTexts: [String] {
    let short = Self.abbreviations.reduce(text) { text, unit in
      text.replacing(unit.long, with: unit.short)
    }
    return [text, short, short.replacing(" for ", with: " \(Glyphs.bullet) ")]
  }

  private static let abbreviations: [(long: String, short: String)] = [
    ("months", "mo"), ("month", "mo"), ("weeks", "wk"), ("week", "wk"), ("years", "yr"),
    ("year", "yr"),
  ]
}

extension Store {
  /// The price of a purchase now, in lines: an offer, and the price that follows it.
  func priceLines(of product: ProductRow) -> [String] {
    guard !state(of: product.id).isActive, let offer = offer(for: product) else {
      return [priceText(of: product)]
    }
    return ["\(offer.text),", "then \(product.priceText)"]
  }
}
