import OpenStoreKit

// A short sentence for a plan's row, below its timeline.
extension StatusText {
  /// The difference from a plain renewal, in at most twelve words; `nil` for a plain renewal, and if the
  /// row itself or an attention card shows the difference.
  var brief: String? {
    switch status.situation {
    case .active: extended ?? renewedByOffer ?? otherPrice
    case .trial: "Free until \(end), then \(renewalTerms)."
    case .offerPrice: "You pay \(paid) until \(end), then \(renewalTerms)."
    case .changing(let next): "\(store.name(of: next)) from \(end) for \(renewalTerms)."
    case .ending: declined ?? "It will expire on \(end)."
    case .notSoldAgain: "It is no longer for sale, and ends on \(end)."
    case .priceAgreed: newPrice(of: "it")
    case .grace: afterPayment
    case .notVerified: "The App Store could not verify your subscription status."
    case .shared, .sharedGrace, .sharedRetry, .priceAsked, .retry, .expired, .refunded: nil
    }
  }

  private var extended: String? {
    store.regularEnd(of: status.transaction).map { _ in "Extended to \(end) free of charge." }
  }

  private var renewedByOffer: String? {
    guard status.renewal.offer != nil, let price = status.renewal.renewalPrice else { return nil }
    return "\(price.text) on \(end), with your offer."
  }

  /// The next price, if it differs from the one that was paid.
  private var otherPrice: String? {
    guard let next = status.renewal.renewalPrice, let paid = status.transaction.price,
      next.amount != paid.amount
    else { return nil }
    return "\(next.text) from \(end)."
  }

  private var afterPayment: String? {
    status.renewal.scheduledProductID.map {
      "\(store.name(of: $0)) begins when the payment works."
    }
  }
}
