import Foundation
package import StoreAPI

extension StoreFault {
  /// At least one fault of every code.
  package static let samples: [StoreFault] = [
    .unavailable("the store is closed for a while"), .unauthorized, .signInRefused,
    .tooManyAttempts(retryAfter: 1), .accountExists("alice"), .invalidPassword,
    .unknownProduct("nonconsumable.boat"), .invalidQuantity(11, allowed: 1...10),
    .quoteChanged(quote), .orderKeyReused(key), .orderKeyClosed(key),
    .unknownOffer("comeback"), .ineligibleForOffer("comeback", reason: .conditionsNotMet),
    .ineligibleForOffer(
      "comeback", reason: .offerRedeemed, begins: Date(timeIntervalSince1970: 1_800_000_000)),
    .invalidOfferSignature("it has no key ID"), .invalidOfferPrice("loyal"),
    .missingOfferParameter("key ID"), .unknownOfferCode("FREE"),
    .offerCodeExpired("FREE", Date(timeIntervalSince1970: 1_800_000_000)),
    .offerCodeRedeemed("FREE"), .offerCodeExists("FREE"),
    .invalidOfferCode("a custom code needs letters"),
    .unknownTransaction(TransactionID(rawValue: .max)),
    .orderNotWaiting(TransactionID(rawValue: 1)),
    .familyShared(TransactionID(rawValue: 1)), .familyRefused(account: "bob", reason: .full),
    .familyRefused(account: nil, reason: .severalFamilies), .notFamilyShareable("subscription.pro"),
    .alreadyRefunded(TransactionID(rawValue: 1), .fixture),
    .nothingToRefund(TransactionID(rawValue: 1)), .invalidRefundPercentage(.min),
    .duplicateRefundRequest(TransactionID(rawValue: 1)),
    .noRefundRequest(TransactionID(rawValue: 1)), .notRefunded(TransactionID(rawValue: 1)),
    .refundNotReversible(TransactionID(rawValue: 1)), .invalidRefundText,
    .notSubscribed("subscription.pro", account: nil),
    .notSubscribed("subscription.pro", account: "alice"),
    .severalSubscribers("subscription.pro", accounts: ["alice", "bob"]),
    .renewalIsOff("subscription.pro"), .billingIssue("subscription.pro"),
    .noPriceIncrease("subscription.pro"),
    .priceChanged("subscription.pro", price: Decimal(milliunits: 5_990), currency: "USD"),
    .invalidExtension(days: 91),
    .extensionRefused("subscription.pro", reason: .tooMany),
    .invalidPrice(-1, currency: "USD"),
    .consentRequired(
      "subscription.pro",
      .aboveThreshold(price: Decimal(milliunits: 4_990), limit: 5, currency: "USD")),
    .consentRequired("subscription.pro", .secondIncrease(date: .fixture)),
    .consentRequired("subscription.pro", .law(storefront: "DEU")),
    .invalidCatalogue("products is missing"),
    .unknownAccount("carol"), .unknownDevice("gamma"), .deviceExists("alpha"),
    .tooManyDevices(limit: 1_000),
    .invalidName("\u{1B}[2J\n"), .clockMovedBackwards(from: .fixture, to: .distantPast),
    .clockBeyondCertificates(.fixture, last: .fixture),
    .clockNotAccepted(last: .fixture, ClockJump(to: .fixture, days: 400)),
    .clockNotSet(to: .distantPast, .eventAfter, limit: .fixture),
    .invalidPurchaseDate(.distantPast, first: .fixture, last: .distantFuture),
    .certificatesNotValid(at: .distantPast, first: .fixture, last: .distantFuture),
    .unknownStorefront("ATL"), .unknownLocale("german"),
    .invalidRequestRevision("\u{1B}[2J"),
    .invalidSimulatedError(.productUnavailable, of: .loadProducts),
  ]

  private static let key = OrderKey(UUID())
  private static let quote = Quote(
    effect: .upgrade(from: "a", refund: Decimal(milliunits: 990), renewalDate: .fixture),
    charge: Decimal(milliunits: 19_990), currency: "USD", storefront: .unitedStates,
    renewalPrice: 5, renewalPeriod: Period("P1M"))
}
