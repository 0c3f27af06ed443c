import AppStorePayloads
package import Foundation
package import StoreAPI

// A higher price of the plan that a subscription renews as.
//
//              1 no consent is needed
//        ┌──────────────────────────────► agreed ── 6 a period begins at the new price ──► none
//        │                                  ▲
//   none ┼── 2 consent is asked ──► pending ┤ 3 accepted
//        │                          ▲  │ │
//        │  5 the operator turns    │  │ └── 7 no answer at the end of the period: expired
//        │    renewal on again      │  │      (didNotConsentToPriceIncrease)
//        │                          │  ▼ 4 declined: renewal off
//        │                        declined ── 8 the period ends: expired
//        │                           │         (didNotConsentToPriceIncrease)
//        │                           ├── 9 the plan is ordered again: agreed, renewal on
//        │                           └── 15 the customer turns renewal on: agreed
//        └── 10 the customer's price is preserved, or the price falls to it: none
//
//   2 also from agreed: the price to which the customer had agreed is then the previous price.
//
//   4 while a renewal has failed: expired at once, because the period has ended.
//
//   11 Another plan begins or is chosen, or the subscription expires or is revoked: none.
//
//   12 A renewal that has failed costs what it cost when it was due. An increase since then concerns
//      the period after it: pending and agreed stay.
//
//   13 The price falls but is still above the previous price: pending and declined stay, with the
//      new price.
//
//   14 The price falls, rises without a question, or is preserved, and is still above the previous
//      price: agreed stays, with the price that is paid next. If it is not above the previous price:
//      none.
//
//   15 also from pending. The sheet in which customers turn renewal on shows the price, so they agree
//      to it. If it shows an offer's price instead, 5 applies.
//
// Invariants; the tests name their letters:
//
// a. Nobody is charged more than the price that they agreed to, or that needed no consent.
// b. A price that an offer still covers needs no answer at the end of that period.
// c. A preserved price is lost with its plan: when another plan begins, or a chosen one is
//    no longer chosen.
// d. A price that falls never raises what the customer pays next.
// e. While renewal is off, the customer is not notified of an increase, and cannot answer it. When
//    renewal is turned on, the customer is notified of it, or asked (5).
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
  /// The price to which the customer had agreed before the increase.
  package var previousPrice: Decimal

  enum CodingKeys: String, CodingKey, CaseIterable { case productID, status, price, previousPrice }
}

extension Subscription {
  /// Returns the price increase if it concerns a planned period, or the next plan if it is not
  /// sold.
  ///
  /// It does not concern a period at an offer's price, or one whose renewal has failed.
  func priceIncrease(of next: PlannedPeriod?) -> PriceIncrease? {
    guard priceIncrease?.productID == autoRenewPreference, next?.offer == nil, !isInBillingRetry
    else { return nil }
    return priceIncrease
  }

  /// Returns the price increase that is left after a period has begun: one of the same plan, unless
  /// the period has its price.
  func priceIncrease(after begun: PlannedPeriod, in snapshot: CatalogueSnapshot) -> PriceIncrease? {
    guard let increase = priceIncrease, increase.productID == begun.term.productID else {
      return nil
    }
    if begun.offer != nil { return increase }
    let price = increase.price.rounded(to: snapshot.storefront.currency)
    let isLater = isInBillingRetry && (increase.status != .agreed || price > begun.price)
    return isLater ? increase : nil
  }

  /// Asks the customer to agree to the present price of the next plan.
  ///
  /// Source: "requestPriceIncreaseConsentForTransaction(identifier:)" of StoreKitTest.
  ///
  /// - Throws: ``StoreAPI/StoreError/renewalIsOff(productID:)``, and
  ///   ``StoreAPI/StoreError/unknownProduct(productID:)`` if the next plan is not for sale.
  package func requestPriceIncreaseConsent(in snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    guard willAutoRenew else { throw .renewalIsOff(productID: productID) }
    let price = try snapshot.product(autoRenewPreference).price
    let increase = PriceIncrease(
      productID: autoRenewPreference, status: .pending, price: price,
      previousPrice: agreedPrice ?? price)
    return changePrice(increase)
  }

  /// Answers whether the customer agrees to the higher price; a refusal turns renewal off, and ends
  /// a subscription whose renewal has failed.
  ///
  /// - Throws: ``StoreAPI/StoreError/noPriceIncrease(productID:)`` if no answer is awaited, or
  ///   while renewal is off.
  package func answerPriceIncrease(isAccepted: Bool) throws(StoreError) -> [LedgerEvent] {
    guard willAutoRenew, priceIncrease?.status == .pending,
      priceIncrease?.productID == autoRenewPreference
    else { throw .noPriceIncrease(productID: productID) }
    let answer = LedgerEvent.priceIncreaseAnswered(groupID: groupID, isAccepted: isAccepted)
    return isAccepted ? [answer] : [answer] + endWithoutConsent
  }

  /// Turns renewal off.
  ///
  /// If a renewal has failed, no further payment is tried.
  private var endWithoutConsent: [LedgerEvent] {
    renew(as: autoRenewPreference, willAutoRenew: false)
      + (isInBillingRetry
        ? [.expired(groupID: groupID, intent: .didNotConsentToPriceIncrease)] : [])
  }

  /// The price to which the customer last agreed for the next plan; `nil` if it is the catalogue's.
  var agreedPrice: Decimal? {
    guard let increase = priceIncrease, increase.productID == autoRenewPreference else {
      return preservedPrices[autoRenewPreference]
    }
    return increase.status == .agreed ? increase.price : increase.previousPrice
  }

  /// Sets the increase, and ends the customer's own price of the next plan.
  private func changePrice(_ increase: PriceIncrease?) -> [LedgerEvent] {
    var preserved = preservedPrices
    preserved[autoRenewPreference] = nil
    return changePrice(increase, preserved: preserved)
  }

  func changePrice(
    _ increase: PriceIncrease?, preserved: [String: Decimal]
  ) -> [LedgerEvent] {
    guard increase != priceIncrease || preserved != preservedPrices else { return [] }
    return [
      .priceChanged(
        groupID: groupID, increase: increase, preserved: PreservedPrices(preserved))
    ]
  }
}
