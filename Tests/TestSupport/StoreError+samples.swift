import AppStorePayloads
import Foundation
package import StoreAPI

extension StoreError {
  /// At least one error of every code.
  package static let samples: [StoreError] = [
    .unavailable(reason: "the store is closed for a while"), .unauthorized, .signInRefused,
    .tooManyAttempts(retryAfter: 1), .accountExists(name: "alice"), .invalidPassword,
    .unknownProduct(productID: "nonconsumable.boat"), .invalidQuantity(11, allowed: 1...10),
    .quoteChanged(quote: quote), .orderKeyReused(key: key), .orderKeyClosed(key: key),
    .unknownOffer(offerID: "comeback"),
    .ineligibleForOffer(offerID: "comeback", reason: .conditionsNotMet),
    .ineligibleForOffer(
      offerID: "comeback", reason: .offerRedeemed,
      begins: Date(timeIntervalSince1970: 1_800_000_000)),
    .invalidOfferSignature(reason: "it has no key ID"), .invalidOfferPrice(offerID: "loyal"),
    .missingOfferParameter(name: "key ID"), .unknownOfferCode(name: "FREE"),
    .offerCodeExpired(name: "FREE", date: Date(timeIntervalSince1970: 1_800_000_000)),
    .offerCodeRedeemed(name: "FREE"), .offerCodeExists(name: "FREE"),
    .invalidOfferCode(reason: "a custom code needs letters"),
    .unknownTransaction(transactionID: TransactionID(rawValue: .max)),
    .orderNotWaiting(orderID: TransactionID(rawValue: 1)),
    .familyShared(transactionID: TransactionID(rawValue: 1)),
    .familyRefused(account: "bob", reason: .full),
    .familyRefused(account: nil, reason: .severalFamilies),
    .notFamilyShareable(productID: "subscription.pro"),
    .alreadyRefunded(transactionID: TransactionID(rawValue: 1), date: .fixture),
    .nothingToRefund(transactionID: TransactionID(rawValue: 1)),
    .invalidRefundPercentage(percentage: .min),
    .duplicateRefundRequest(transactionID: TransactionID(rawValue: 1)),
    .noRefundRequest(transactionID: TransactionID(rawValue: 1)),
    .notRefunded(transactionID: TransactionID(rawValue: 1)),
    .refundNotReversible(transactionID: TransactionID(rawValue: 1)), .invalidRefundText,
    .notSubscribed(productID: "subscription.pro", account: nil),
    .notSubscribed(productID: "subscription.pro", account: "alice"),
    .severalSubscribers(productID: "subscription.pro", accounts: ["alice", "bob"]),
    .renewalIsOff(productID: "subscription.pro"), .billingIssue(productID: "subscription.pro"),
    .noPriceIncrease(productID: "subscription.pro"),
    .priceChanged(
      productID: "subscription.pro", price: Decimal(milliunits: 5_990), currency: "USD"),
    .invalidExtension(days: 91),
    .extensionRefused(productID: "subscription.pro", reason: .tooMany),
    .invalidPrice(price: -1, currency: "USD"),
    .consentRequired(
      productID: "subscription.pro",
      requirement: .aboveThreshold(price: Decimal(milliunits: 4_990), limit: 5, currency: "USD")),
    .consentRequired(productID: "subscription.pro", requirement: .secondIncrease(date: .fixture)),
    .consentRequired(productID: "subscription.pro", requirement: .law(storefront: "DEU")),
    .invalidCatalogue(reason: "products is missing"),
    .unknownAccount(name: "carol"), .unknownDevice(name: "gamma"), .deviceExists(name: "alpha"),
    .tooManyDevices(maximum: 1_000),
    .invalidName(name: "\u{1B}[2J\n"), .clockMovedBackwards(from: .fixture, to: .distantPast),
    .clockBeyondCertificates(date: .fixture, last: .fixture),
    .clockNotAccepted(last: .fixture, ClockJump(to: .fixture, days: 400)),
    .clockNotSet(date: .distantPast, reason: .eventAfter, limit: .fixture),
    .invalidPurchaseDate(date: .distantPast, first: .fixture, last: .distantFuture),
    .certificatesNotValid(date: .distantPast, first: .fixture, last: .distantFuture),
    .unknownStorefront(name: "ATL"), .unknownLocale(name: "german"),
    .unknownAPIKey(name: "ABCDE23456"),
    .invalidRequestRevision(revision: "\u{1B}[2J"),
    .invalidSimulatedError(name: .productUnavailable, api: .loadProducts),
    .invalidNotificationURL(url: "ftp://\u{1B}[2J", reason: "use https"),
    .unknownNotification(name: "\u{1B}[2J"),
    .notificationRefused(name: "TEST", reason: "set a URL first"),
  ]

  private static let key = OrderKey(UUID())
  private static let quote = Quote(
    effect: .upgrade(from: "a", refund: Decimal(milliunits: 990), renewalDate: .fixture),
    charge: Decimal(milliunits: 19_990), currency: "USD", storefront: .unitedStates,
    renewalPrice: 5, renewalPeriod: Period("P1M"))
}
