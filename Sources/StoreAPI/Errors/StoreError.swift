package import AppStorePayloads
package import Foundation
import VisibleText

/// A store's error; ``sentence(in:)`` describes it to a person.
///
/// Indirect, because every suspended call that can throw reserves memory for a whole error.
package indirect enum StoreError: Error, Hashable, Sendable {
  /// The store cannot be reached or cannot use its storage; the result of an order is unknown.
  ///
  /// A client on another machine may read the reason, so it does not contain the store's folder.
  case unavailable(reason: String)
  /// The token is unknown or has been revoked.
  case unauthorized
  /// The account does not exist, or the password is wrong; the store does not say which is the
  /// case.
  case signInRefused
  /// There were too many sign-ins or sign-ups; another is allowed after this number of seconds.
  case tooManyAttempts(retryAfter: Int)
  case accountExists(name: String)
  /// The password does not have 8 to 256 characters.
  case invalidPassword
  case unknownProduct(productID: String)
  case invalidQuantity(quantity: Int, minimum: Int, maximum: Int)
  /// The terms have changed since the customer confirmed them; the quote has the new terms.
  case quoteChanged(quote: Quote)
  /// Another order has this key.
  case orderKeyReused(key: OrderKey)
  /// The key was closed before the order arrived.
  case orderKeyClosed(key: OrderKey)
  /// The product has no offer with this ID.
  case unknownOffer(offerID: String)
  /// The customer cannot have the offer with this ID now.
  ///
  /// `begins` is the date on which an earlier redeemed offer begins, if that is the reason; `nil`
  /// if it waits for a payment.
  case ineligibleForOffer(offerID: String, reason: OfferError, begins: Date? = nil)
  /// The signature of an offer is not valid, for this reason.
  case invalidOfferSignature(reason: String)
  /// The offer with this ID costs no less than the product without it.
  case invalidOfferPrice(offerID: String)
  /// The order lacks this parameter of its offer.
  case missingOfferParameter(name: String)
  /// The store has no such offer code.
  case unknownOfferCode(name: String)
  /// The offer code could be redeemed until this date.
  case offerCodeExpired(name: String, date: Date)
  /// The offer code has no redemptions left, or this customer has redeemed it.
  case offerCodeRedeemed(name: String)
  /// The store already has this offer code.
  case offerCodeExists(name: String)
  /// The offer codes cannot be made, for this reason.
  case invalidOfferCode(reason: String)
  case unknownTransaction(transactionID: TransactionID)
  /// No order with this number waits for the command's decision.
  case orderNotWaiting(orderID: TransactionID)
  /// A family member shares the transaction; only the purchaser can manage it.
  case familyShared(transactionID: TransactionID)
  /// The product is not family shareable.
  case notFamilyShareable(productID: String)
  /// A family cannot be changed; `account` is the one that the command concerns, if it names one.
  case familyRefused(account: String?, reason: FamilyError)
  /// The transaction was refunded on this date.
  case alreadyRefunded(transactionID: TransactionID, date: Date)
  /// An upgrade has refunded all of the transaction's price.
  case nothingToRefund(transactionID: TransactionID)
  /// No refund can return this part of a price, in thousandths of a percent.
  case invalidRefundPercentage(percentage: Int32)
  /// A refund of the transaction was requested before, by a different request.
  case duplicateRefundRequest(transactionID: TransactionID)
  /// No request for the refund of the transaction waits for a decision.
  case noRefundRequest(transactionID: TransactionID)
  /// The transaction is not refunded, so its refund cannot be reversed.
  case notRefunded(transactionID: TransactionID)
  /// The customer has bought the refunded product again, with another transaction.
  case refundNotReversible(transactionID: TransactionID)
  /// The text of a refund request is empty or too long, or its reason allows no text.
  case invalidRefundText
  /// Nothing can be bought on this date, only from `first` to `last`.
  case invalidPurchaseDate(date: Date, first: Date, last: Date)
  /// The account is not subscribed to this product or group; `nil` for all accounts.
  case notSubscribed(productID: String, account: String?)
  /// Several accounts are subscribed to this product.
  case severalSubscribers(productID: String, accounts: [String])
  /// The renewal of the subscription to this product is off.
  case renewalIsOff(productID: String)
  /// The subscription to this product is in its grace period or in billing retry.
  case billingIssue(productID: String)
  /// No higher price of this product waits for the customer's consent.
  case noPriceIncrease(productID: String)
  /// The price of this product is no longer the one that the customer was shown; this is the new
  /// one.
  case priceChanged(productID: String, price: Decimal, currency: String)
  /// The number of days is not 1 to 90.
  case invalidExtension(days: Int)
  /// The renewal date of the subscription to this product cannot be extended now.
  case extensionRefused(productID: String, reason: ExtensionError)
  /// The price is negative, too high, or has more decimal places than the currency (ISO 4217).
  case invalidPrice(price: Decimal, currency: String)
  /// The price of this plan cannot rise unless its subscribers are asked to agree, or keep theirs.
  case consentRequired(productID: String, requirement: ConsentRequirement)
  /// The text is not a catalogue that the store can sell, for this reason.
  case invalidCatalogue(reason: String)
  case unknownAccount(name: String)
  case unknownDevice(name: String)
  case deviceExists(name: String)
  /// The account has the maximum number of devices.
  case tooManyDevices(maximum: Int)
  case invalidName(name: String)
  case clockMovedBackwards(from: Date, to: Date)
  /// The store's certificates expire on `last`.
  case clockBeyondCertificates(date: Date, last: Date)
  /// The machine's clock has jumped since `last`, and the store waits for its operator.
  case clockNotAccepted(last: Date, date: Date, days: Int, certificatesEnd: Date? = nil)
  /// The time cannot be set back to this date; `limit` is the date that prevents it.
  case clockNotSet(date: Date, reason: ClockError, limit: Date)
  /// The store's certificates are not valid at the store's time.
  case certificatesNotValid(date: Date, first: Date, last: Date)
  /// No country with this code (ISO 3166-1 alpha-3) has a storefront here.
  case unknownStorefront(name: String)
  /// The name is not that of a locale.
  case unknownLocale(name: String)
  /// This StoreKit call cannot fail with this error.
  case invalidSimulatedError(name: SimulatedError.Name, api: SimulatedAPI)
  /// Notifications cannot be sent to this URL; the reason is a clause.
  case invalidNotificationURL(url: String, reason: String)
  /// No page of a history begins at this revision, or none does any longer.
  case invalidRequestRevision(revision: String)
  /// The store has no key of the App Store Server API with this ID.
  case unknownAPIKey(name: String)
  /// The store has no notification with this UUID.
  case unknownNotification(name: String)
  /// The store cannot send this notification; the reason is a clause.
  case notificationRefused(name: String, reason: String)
  /// A newer store's error that this version does not know; the result of an order is unknown.
  case unknown(code: String, message: String)
}

// Derived here, where the cases are: `{"unknownProduct": {"productID": "car"}}`, and none for `unknown`.
// It is sent in the flat form of ``DocumentedError``.
extension StoreError: Codable {
  package typealias CodingKeys = StoreErrorCode
}

extension StoreError {
  /// The error for a quantity outside this range.
  package static func invalidQuantity(_ quantity: Int, allowed: ClosedRange<Int>) -> StoreError {
    .invalidQuantity(
      quantity: quantity, minimum: allowed.lowerBound, maximum: allowed.upperBound)
  }

  /// A jump of the machine's clock since `last` that the store's operator has not accepted.
  package static func clockNotAccepted(last: Date, _ jump: ClockJump) -> StoreError {
    .clockNotAccepted(
      last: last, date: jump.date, days: jump.days, certificatesEnd: jump.certificatesEnd)
  }
}

extension StoreError: CustomStringConvertible {
  /// The sentence with its dates in UTC, as in JSON.
  package var description: String { sentence(in: .gmt) }

  /// Returns a sentence for a person: the request, the reason for the error, and the remedy.
  ///
  /// Its dates are in the time zone. Control characters are escaped, because names and reasons
  /// may come from others.
  package func sentence(in timeZone: TimeZone) -> String {
    words(timeZone).escapingControls
  }

  private func words(_ timeZone: TimeZone) -> String {
    switch self {
    case .unavailable(let reason):
      "the store does not answer: \(reason)"
    case .unauthorized:
      "this device is no longer signed in: it was removed, or this is another store. Sign in again with "
        + "skdemo sign-in, or use a new device with --new-device"
    case .signInRefused:
      "the account's name or its password is wrong: check both, or create an account with "
        + "skdemo sign-in --create"
    case .tooManyAttempts(let seconds):
      "too many attempts: try again in \(seconds) s"
    case .accountExists(let name):
      "the account '\(name)' already exists: choose another name; if it is yours, "
        + "sign in without --create"
    case .invalidPassword:
      "the password is not allowed: use 8 to 256 characters"
    case .unknownProduct(let id):
      "there is no product '\(id)' for sale: skdemo products lists the products"
    case .invalidQuantity(let quantity, let minimum, let maximum):
      "a quantity of \(quantity) cannot be bought: it must be \(Self.phrase(minimum, maximum))"
    case .quoteChanged(let quote):
      "the terms changed before the purchase was made: it would now cost "
        + "\(quote.charge) \(quote.currency). Nothing was charged; check it and confirm again"
    case .orderKeyReused(let key):
      "the order key \(key) belongs to another order: nothing was charged. Order again with a new key"
    case .orderKeyClosed(let key):
      "the order \(key) arrived after its key was closed: nothing was charged. Order again"
    case .unknownOffer(let id):
      "the product has no offer '\(id)': nothing was charged. skdemo products --json lists the offers"
    case .ineligibleForOffer(let id, let reason, let date):
      "this customer cannot have the offer '\(id)', and nothing was charged: "
        + reason.sentence(from: date, in: timeZone)
    case .invalidOfferSignature(let reason):
      "the signature of the offer is not valid, and nothing was charged: \(reason)"
    case .invalidOfferPrice(let id):
      "the offer '\(id)' costs no less than the product, and nothing was charged: buy without the offer"
    case .missingOfferParameter(let name):
      "the order lacks the \(name) of its offer, and nothing was charged: add it and order again"
    case .unknownOfferCode(let code):
      "there is no offer code '\(code)': check its spelling"
    case .offerCodeExpired(let code, let date):
      "the offer code '\(code)' expired on \(date.isoTime(in: timeZone)): ask for a new one"
    case .offerCodeRedeemed(let code):
      "the offer code '\(code)' has already been redeemed: ask for another code, or for a code of "
        + "another offer if you redeemed this one yourself"
    case .offerCodeExists(let code):
      "the offer code '\(code)' already exists: choose another code"
    case .invalidOfferCode(let reason):
      "the offer codes cannot be made: \(reason)"
    case .unknownTransaction(let id):
      "there is no transaction \(id): skdemo history lists your transactions, and skdemo store "
        + "transactions lists all"
    case .orderNotWaiting(let id):
      "order \(id) is not waiting for this: skdemo store transactions lists the orders that wait, "
        + "and why"
    case .familyShared(let id):
      "a family member shares transaction \(id), and only the purchaser's transaction can be "
        + "changed, extended or refunded: name that one"
    case .notFamilyShareable(let id):
      "'\(id)' cannot be shared with a family: skdemo products shows which products can"
    case .familyRefused(let account, let reason): reason.sentence(account: account)
    case .alreadyRefunded(let id, let date):
      "transaction \(id) was already refunded on \(date.isoTime(in: timeZone)), and each "
        + "transaction is refunded only once: choose another one"
    case .nothingToRefund(let id):
      "transaction \(id) has nothing left to refund, because an upgrade replaced it and refunded all "
        + "of it: refund the upgrade's transaction instead"
    case .invalidRefundPercentage(let percentage):
      "\(Decimal(milliunits: Int64(percentage))) percent of the price cannot be refunded: choose 0.001 "
        + "to 100 percent that come to at least the currency's smallest unit, or leave the percentage "
        + "out to refund everything"
    case .duplicateRefundRequest(let id):
      "a refund of transaction \(id) was already requested, and it can be requested only once: wait "
        + "for the decision, which skdemo history shows"
    case .noRefundRequest(let id):
      "no refund request for transaction \(id) waits for a decision: skdemo store transactions lists "
        + "the requests"
    case .notRefunded(let id):
      "transaction \(id) is not refunded: skdemo store transactions lists the refunded ones"
    case .refundNotReversible(let id):
      "the refund of transaction \(id) cannot be reversed: its customer has bought the product "
        + "again, or the subscription was deleted. First refund the new purchase"
    case .invalidRefundText:
      "the text of the refund request is not allowed: use it with the reason OTHER, and write 1 to "
        + "\(RefundRequest.textLimit) characters"
    case .invalidPurchaseDate(let date, let first, let last):
      "nothing can be bought on \(date.isoTime(in: timeZone)): choose a date from "
        + "\(first.isoTime(in: timeZone)), the earliest for this customer and product, to "
        + "\(last.isoTime(in: timeZone)), the store's time"
    case .notSubscribed(let id, let account):
      "\(account.map { "account '\($0)' is not" } ?? "nobody is") subscribed to '\(id)' now: "
        + "skdemo store transactions lists all sales"
    case .severalSubscribers(let id, let accounts):
      "\(accounts.count) accounts are subscribed to '\(id)', \(Self.phrase(accounts)): "
        + "choose one with --account"
    case .renewalIsOff(let id):
      "the renewal of '\(id)' is off: turn it on first, with skdemo store "
        + "resume"
    case .billingIssue(let id):
      "the renewal of '\(id)' could not be charged: resolve the billing problem with skdemo store "
        + "billing recover"
    case .noPriceIncrease(let id):
      "no price increase of '\(id)' waits for the customer's consent: ask for it with skdemo store "
        + "price --consent"
    case .priceChanged(let id, let price, let currency):
      "the price of '\(id)' is now \(price) \(currency), which is not the price that you were shown: "
        + "nothing was charged or changed. Check the new price and choose again"
    case .invalidExtension(let days):
      "a renewal date cannot be extended by \(days) days: choose 1 to 90"
    case .extensionRefused(let id, let reason):
      "the renewal date of '\(id)' cannot be extended: \(reason.sentence)"
    case .invalidPrice(let price, let currency):
      "the price \(price) \(currency) is not allowed: choose 0 to 999999999, with no more decimal places "
        + "than the currency has"
    case .consentRequired(let id, let requirement):
      "the new price of '\(id)' needs the consent of its subscribers: "
        + "\(requirement.sentence(in: timeZone)). Ask them with --consent, or let them keep their price "
        + "with --keep-existing"
    case .invalidCatalogue(let reason):
      "the catalogue cannot be imported: \(reason)"
    case .unknownAccount(let name):
      "this store has no account '\(name)': add it with skdemo store account add \(name)"
    case .unknownDevice(let name):
      "there is no device '\(name)': skdemo device list lists your devices"
    case .deviceExists(let name):
      "the device '\(name)' already exists: choose another name"
    case .tooManyDevices(let limit):
      "the account already has \(limit) devices, which is the limit: "
        + "remove one with skdemo device remove NAME; skdemo device list lists them"
    case .invalidName(let name):
      "the name '\(name)' is not allowed: use 1 to 64 letters, digits, '-', '_', '.' or '@'"
    case .clockMovedBackwards(let from, let to):
      "the store's clock cannot go back from \(from.isoTime(in: timeZone)) to "
        + "\(to.isoTime(in: timeZone)): choose a later date"
    case .clockBeyondCertificates(let date, let last):
      "the store's clock cannot go to \(date.isoTime(in: timeZone)): its certificates expire on "
        + "\(last.isoTime(in: timeZone)). Choose an earlier date"
    case .clockNotAccepted(let last, let date, let days, let certificatesEnd):
      ClockJump(to: date, days: days, certificatesEnd: certificatesEnd)
        .sentence(since: last, in: timeZone)
    case .clockNotSet(let date, let refusal, let limit):
      refusal.sentence(setting: date, limit: limit, in: timeZone)
    case .certificatesNotValid(let date, let first, let last):
      "the store's clock shows \(date.isoTime(in: timeZone)), but its certificates are valid from "
        + "\(first.isoTime(in: timeZone)) to \(last.isoTime(in: timeZone)): nothing was charged. The "
        + "operator must correct the clock of the store's machine"
        + (date < first
          ? ""
          : ", or, if the root certificate is valid for longer, renew them with skdemo store root renew "
            + "FILE and restart the server")
    case .unknownStorefront(let code):
      "there is no storefront '\(code)': use the code of a country, such as USA or DEU"
    case .unknownLocale(let name):
      "there is no locale '\(name)': use a language, or a language and a country, such as de or de_DE"
    case .invalidSimulatedError(let name, let api):
      "\(api.rawValue) cannot fail with \(name.rawValue): choose one of "
        + api.errors.map(\.rawValue).joined(separator: ", ")
    case .invalidNotificationURL(let url, let reason):
      "notifications cannot be sent to '\(url)': \(reason)"
    case .invalidRequestRevision(let revision):
      "no page of the history begins at the revision '\(revision)': it was made before the store was "
        + "reset, or by another store. Read the history again from its first page"
    case .unknownAPIKey(let id):
      "there is no API key '\(id)': skdemo store api-key list lists the keys"
    case .unknownNotification(let uuid):
      "there is no notification '\(uuid)': a reset has deleted it, or it belongs to another store"
    case .notificationRefused(let name, let reason):
      "the notification '\(name)' cannot be sent: \(reason)"
    case .unknown(let code, let message):
      "the store refused the request with '\(code)': \(message)"
    }
  }

  private static func phrase(_ names: [String]) -> String {
    let first = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? first + " …" : first
  }

  private static func phrase(_ minimum: Int, _ maximum: Int) -> String {
    minimum == maximum ? "\(minimum)" : "\(minimum) to \(maximum)"
  }
}
