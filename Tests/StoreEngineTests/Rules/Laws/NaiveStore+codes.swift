import AppStorePayloads
import StoreAPI

// Offer codes: each is redeemed once, and at once, and a customer redeems one of each offer.
extension NaiveStore {
  /// `nil` if the customer may redeem the code for this product.
  func refusal(of code: NaiveCode, for product: String) -> ObservedError? {
    if code.product != product { return .unknownOffer }
    if let end = code.end, end <= clock { return .offerCodeExpired }
    if redeemedCodes.contains(code.text) { return .offerCodeRedeemed }
    let redeemed = redeemedCodes.compactMap(NaiveCode.named)
    let isOfferRedeemed = redeemed.contains {
      $0.product == code.product && $0.reference == code.reference
    }
    return isOfferRedeemed ? .ineligibleForOffer : nil
  }

  /// Gives one of a product that is no plan for free.
  mutating func give(
    _ product: NaiveProduct, _ quantity: Int, with code: NaiveCode
  ) -> Observation.StepResult {
    guard quantity == 1 else { return .refused(.invalidQuantity) }
    if product.kind == .car, sold.contains(where: { $0.product == product.id && !$0.isRevoked }) {
      return .refused(.ineligibleForOffer)
    }
    charge(product, at: clock, cents: 0)
    receipts[receipts.count - 1].offer = code.reference
    redeemedCodes.insert(code.text)
    return .sold(receipts.count)
  }

  /// Begins a plan with the code's offer, or with the introductory one that it follows.
  mutating func redeem(
    _ code: NaiveCode, for product: NaiveProduct, _ terms: NaiveProduct.Terms
  ) -> Observation.StepResult {
    guard var offer = code.offer, code.pasts.contains(past(in: terms.group)) else {
      return .refused(.ineligibleForOffer)
    }
    if hasOfferToCome(in: terms.group) { return .refused(.ineligibleForOffer) }
    offer.cents = currency.rounded(offer.cents, from: .dollar)
    redeemedCodes.insert(code.text)
    if let plan = plans[terms.group], plan.grantsAccess {
      return change(plan, to: product, terms, offer)
    }
    let isIntroduced =
      plans[terms.group].map { !$0.isActive && !$0.usedIntroductoryOffer } ?? true
    if code.isStackable, isIntroduced, let introductory = terms.introductory {
      begin(product, terms, introductory)
      plans[terms.group]?.redeemed = offer
    } else {
      begin(product, terms, offer)
    }
    return .sold(receipts.count)
  }

  /// Whether an offer was redeemed and is still to begin: another one would replace it.
  func hasOfferToCome(in group: String) -> Bool {
    plans[group].map { $0.isActive && $0.renews && $0.redeemed != nil } ?? false
  }

  private func past(in group: String) -> NaiveCode.Past {
    plans[group].map { $0.isActive ? .existing : .expired } ?? .new
  }

  /// A code's offer has one number for all currencies, which only loses its cents.
  mutating func priceCodes(from old: NaiveCurrency) {
    for (group, plan) in plans where plan.end == nil {
      plans[group]?.offer?.priceCode(in: currency, from: old)
      plans[group]?.redeemed?.priceCode(in: currency, from: old)
    }
  }
}

extension NaiveOffer {
  fileprivate mutating func priceCode(in currency: NaiveCurrency, from old: NaiveCurrency) {
    if type == .code { cents = currency.rounded(cents, from: old) }
  }
}

extension NaiveCurrency {
  /// An amount with the same number in another currency, in cents or yen.
  func rounded(_ units: Int, from other: NaiveCurrency) -> Int {
    switch (self, other) {
    case (.yen, .dollar), (.yen, .euro): (units + 50) / 100
    case (.dollar, .yen), (.euro, .yen): units * 100
    default: units
    }
  }
}
