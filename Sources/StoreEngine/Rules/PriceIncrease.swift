package import Foundation
package import StoreAPI

// A higher price of the plan that a subscription renews as.
//
//              1 no consent is needed
//        ┌──────────────────────────────► agreed ── 6 a period begins at the new price ──► none
//        │                                  ▲
//   none ┼── 2 consent is asked ──► pending ┤ 3 accepted
//        │                          ▲  │ │
//        │    5 renewal turned on   │  │ └── 7 no answer at the end of the period: expired
//        │           again          │  │      (didNotConsentToPriceIncrease)
//        │                          │  ▼ 4 declined: renewal off
//        │                        declined ── 8 the period ends: expired
//        │                           │         (didNotConsentToPriceIncrease)
//        │                           └── 9 the plan is ordered again: agreed, renewal on
//        └── 10 the customer's price is preserved, or falls: none
//
//   4 while a renewal has failed: expired at once, because the period is over.
//
//   11 Another plan begins or is chosen, or the subscription expires or is revoked: none.
//
//   12 A renewal that has failed is charged while the increase is pending: it costs the previous
//      price, because it was due before the price rose, and the increase is pending for the period
//      after it.
//
// Invariants; the tests name their letters:
//
// a. Nobody is charged more than the price that they agreed to, or that needed no consent.
// b. A price that an offer still covers needs no answer at the end of that period.
// c. A preserved price is lost with its plan.
//
// Source: "Manage pricing for auto-renewable subscriptions" in App Store Connect Help, and
// `priceIncreaseStatus` of "JWSRenewalInfoDecodedPayload".

/// A higher price of a subscription's next plan.
package struct PriceIncrease: Codable, Hashable, Sendable {
  package enum Status: String, Codable, Hashable, Sendable {
    /// The customer was asked and has not answered.
    case pending
    /// The customer has agreed, or no consent is needed.
    case agreed
    case declined
  }

  package var productID: String
  package var status: Status
  package var price: Decimal
  /// The price to which the customer agreed last.
  package var previousPrice: Decimal

  enum CodingKeys: String, CodingKey, CaseIterable { case productID, status, price, previousPrice }
}

/// A price that a subscriber keeps for as long as they keep the plan.
package struct PreservedPrice: Codable, Hashable, Sendable {
  package var productID: String
  package var price: Decimal

  enum CodingKeys: String, CodingKey, CaseIterable { case productID, price }
}

extension Subscription {
  /// Returns the price increase if it concerns a planned period, or the next plan if it is not sold.
  ///
  /// It does not concern a period at an offer's price or at ``previousPrice(of:)``.
  func priceIncrease(of next: PlannedPeriod?) -> PriceIncrease? {
    guard priceIncrease?.productID == autoRenewPreference, next?.offer == nil,
      previousPrice(of: autoRenewPreference) == nil
    else { return nil }
    return priceIncrease
  }

  /// Returns the price at which a renewal of this plan was due, if it has failed and the customer has
  /// not answered about a higher price since.
  func previousPrice(of productID: String) -> Decimal? {
    guard isInBillingRetry, let priceIncrease, priceIncrease.productID == productID,
      priceIncrease.status == .pending
    else { return nil }
    return priceIncrease.previousPrice
  }

  /// Returns the customer's own price of a plan, which a price change has spared.
  func preservedPrice(of productID: String) -> Decimal? {
    preservedPrice?.productID == productID ? preservedPrice?.price : nil
  }

  /// Returns the events of a change of the next plan's price from one market to another.
  ///
  /// Nothing happens unless the subscription is active and its next plan has a new price.
  package func events(
    ofPriceChangeFrom old: Market, to new: Market, policy: PriceChangePolicy
  ) -> [LedgerEvent] {
    guard isActive, let price = new.products[autoRenewPreference]?.price,
      let agreed = agreedPrice ?? old.products[autoRenewPreference]?.price,
      price != old.products[autoRenewPreference]?.price
    else { return [] }
    guard price > agreed else { return changePrice(nil) }
    guard policy != .preserve else { return preserve(agreed) }
    let increase = PriceIncrease(
      productID: autoRenewPreference, status: policy == .askConsent ? .pending : .agreed,
      price: price, previousPrice: agreed)
    return changePrice(increase)
  }

  /// Asks the customer to agree to the present price of the next plan.
  ///
  /// Source: "requestPriceIncreaseConsentForTransaction(identifier:)" of StoreKitTest.
  ///
  /// - Throws: ``StoreAPI/StoreFault/renewalIsOff(_:)``, and
  ///   ``StoreAPI/StoreFault/unknownProduct(_:)`` if the next plan is not for sale.
  package func requestPriceIncreaseConsent(in market: Market) throws(StoreFault) -> [LedgerEvent] {
    guard willAutoRenew else { throw .renewalIsOff(productID) }
    let price = try market.product(autoRenewPreference).price
    let increase = PriceIncrease(
      productID: autoRenewPreference, status: .pending, price: price,
      previousPrice: agreedPrice ?? price)
    return changePrice(increase)
  }

  /// Answers whether the customer agrees to the higher price; a refusal turns renewal off, and ends a
  /// subscription whose renewal has failed.
  ///
  /// - Throws: ``StoreAPI/StoreFault/noPriceIncrease(_:)`` if no answer is awaited.
  package func answerPriceIncrease(isAccepted: Bool) throws(StoreFault) -> [LedgerEvent] {
    guard priceIncrease?.status == .pending, priceIncrease?.productID == autoRenewPreference else {
      throw .noPriceIncrease(productID)
    }
    let answer = LedgerEvent.priceIncreaseAnswered(groupID: groupID, isAccepted: isAccepted)
    return isAccepted ? [answer] : [answer] + endWithoutConsent
  }

  /// Turns renewal off.
  ///
  /// If a renewal has failed, no payment is tried any more.
  private var endWithoutConsent: [LedgerEvent] {
    renew(as: autoRenewPreference, willAutoRenew: false)
      + (isInBillingRetry
        ? [.expired(groupID: groupID, intent: .didNotConsentToPriceIncrease)] : [])
  }

  /// The price of the next plan to which the customer agreed last; `nil` if it is the market's.
  private var agreedPrice: Decimal? {
    guard let increase = priceIncrease, increase.productID == autoRenewPreference else {
      return preservedPrice(of: autoRenewPreference)
    }
    return increase.status == .agreed ? increase.price : increase.previousPrice
  }

  /// Lets the customer keep a price of the next plan.
  private func preserve(_ price: Decimal) -> [LedgerEvent] {
    changePrice(
      nil, preserved: PreservedPrice(productID: autoRenewPreference, price: price))
  }

  /// Sets the increase, and ends the customer's own price of the next plan.
  ///
  /// That of the current plan stays, because the customer can take a change of plan back.
  private func changePrice(_ increase: PriceIncrease?) -> [LedgerEvent] {
    let isOfNextPlan = preservedPrice?.productID == autoRenewPreference
    return changePrice(increase, preserved: isOfNextPlan ? nil : preservedPrice)
  }

  private func changePrice(
    _ increase: PriceIncrease?, preserved: PreservedPrice?
  ) -> [LedgerEvent] {
    guard increase != priceIncrease || preserved != preservedPrice else { return [] }
    return [.priceChanged(groupID: groupID, increase: increase, preserved: preserved)]
  }
}
