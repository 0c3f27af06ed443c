package import Foundation

/// Why a store refused a request; ``description`` is a sentence for people.
package enum StoreError: Error, Hashable, Sendable {
  /// The store cannot be reached or cannot use its storage; the result of an order is unknown.
  ///
  /// A client on another machine may read the reason, so it does not contain the store's folder.
  case unavailable(reason: String)
  /// The token is unknown or has been revoked.
  case unauthorized
  /// The account does not exist, or the password is wrong; the store does not say which.
  case signInRefused
  /// There were too many sign-ins or sign-ups; another is allowed after this number of seconds.
  case tooManyAttempts(retryAfter: Int)
  case accountExists(name: String)
  /// The password does not have 8 to 256 characters.
  case invalidPassword
  case unknownProduct(productID: String)
  case invalidQuantity(quantity: Int, minimum: Int, maximum: Int)
  /// The terms have changed since the customer confirmed them; the quote has the new terms.
  ///
  /// Indirect, because every suspended call that can throw has room for a whole error.
  indirect case quoteChanged(quote: Quote)
  /// Another order has this key.
  case orderKeyReused(key: OrderKey)
  /// The key was closed before the order arrived.
  case orderKeyClosed(key: OrderKey)
  /// The product has no offer with this ID.
  case unknownOffer(offerID: String)
  /// The customer cannot have the offer with this ID now.
  ///
  /// `begins` is when an offer begins that was redeemed before, if this is the reason; `nil` if it
  /// waits for a payment.
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
  /// The offer code was redeemed as often as it may be, or by this customer.
  case offerCodeRedeemed(name: String)
  /// There is such an offer code already.
  case offerCodeExists(name: String)
  /// The offer codes cannot be made, for this reason.
  case invalidOfferCode(reason: String)
  case unknownTransaction(transactionID: TransactionID)
  /// No order with this number waits for what the command would do.
  case orderNotWaiting(orderID: TransactionID)
  /// A family member shares the transaction: who paid for it manages it.
  case familyShared(transactionID: TransactionID)
  /// The product is not family shareable.
  case notFamilyShareable(productID: String)
  /// A family cannot be changed; `account` is the one that the command concerns, if it names one.
  case familyRefused(account: String?, reason: FamilyError)
  /// The transaction was refunded on this date.
  case alreadyRefunded(transactionID: TransactionID, date: Date)
  /// An upgrade has refunded all of the transaction's price.
  case nothingToRefund(transactionID: TransactionID)
  /// No refund can give back this part of a price, in thousandths of a percent.
  case invalidRefundPercentage(percentage: Int32)
  /// The refund of the transaction was asked for before, and not by a copy of the same request.
  case duplicateRefundRequest(transactionID: TransactionID)
  /// No request for the refund of the transaction waits for a decision.
  case noRefundRequest(transactionID: TransactionID)
  /// The transaction is not refunded, so its refund cannot be reversed.
  case notRefunded(transactionID: TransactionID)
  /// The customer has bought again what the refund took away, with another transaction.
  case refundNotReversible(transactionID: TransactionID)
  /// The text of a request for a refund is empty or too long, or its reason has none.
  case invalidRefundText
  /// Nothing can be bought on this date, only from `first` to `last`.
  case invalidPurchaseDate(date: Date, first: Date, last: Date)
  /// The account is not subscribed to this product or group; `nil` stands for all accounts.
  case notSubscribed(productID: String, account: String?)
  /// Several accounts are subscribed to this product.
  case severalSubscribers(productID: String, accounts: [String])
  /// The renewal of the subscription to this product is off.
  case renewalIsOff(productID: String)
  /// The subscription to this product is in its grace period or in billing retry.
  case billingIssue(productID: String)
  /// No higher price of this product waits for the customer's consent.
  case noPriceIncrease(productID: String)
  /// The price of this product is not the one that the customer was shown; it is this one now.
  case priceChanged(productID: String, price: Decimal, currency: String)
  /// The number of days is not 1 to 90.
  case invalidExtension(days: Int)
  /// The renewal date of the subscription to this product cannot be extended now.
  case extensionRefused(productID: String, reason: ExtensionError)
  /// The price is negative, too high, or has more digits than the currency (ISO 4217).
  case invalidPrice(price: Decimal, currency: String)
  /// The price of this plan cannot rise unless its subscribers are asked to agree, or keep theirs.
  case consentRequired(productID: String, requirement: ConsentRequirement)
  /// The text is not a catalogue that the store can sell, for this reason.
  case invalidCatalogue(reason: String)
  case unknownAccount(name: String)
  case unknownDevice(name: String)
  case deviceExists(name: String)
  /// The account has the highest number of devices.
  case tooManyDevices(maximum: Int)
  case invalidName(name: String)
  case clockMovedBackwards(from: Date, to: Date)
  /// The store's certificates expire on `last`.
  case clockBeyondCertificates(date: Date, last: Date)
  /// The machine's clock has jumped since `last`, and the store waits for its operator.
  case clockNotAccepted(last: Date, date: Date, days: Int, certificatesEnd: Date? = nil)
  /// The time cannot be set back to the date; the refusal is about `limit`.
  case clockNotSet(date: Date, reason: ClockError, limit: Date)
  /// The store's time is not one at which its certificates are valid.
  case certificatesNotValid(date: Date, first: Date, last: Date)
  /// No country with this code (ISO 3166-1 alpha-3) has a storefront here.
  case unknownStorefront(name: String)
  /// It is not the name of a locale.
  case unknownLocale(name: String)
  /// A call of StoreKit cannot have this error.
  case invalidSimulatedError(name: SimulatedError.Name, api: SimulatedAPI)
  /// No page of a history begins at this revision, or none any more.
  case invalidRequestRevision(revision: String)
  /// An error of a newer store, which this version does not know; the result of an order is
  /// unknown.
  case unknown(code: String, message: String)
}

// Derived here, where the cases are: `{"unknownProduct": {"productID": "car"}}`, and none for `unknown`.
// What is sent is the flat form of ``DocumentedError``.
extension StoreError: Codable {
  package typealias CodingKeys = StoreErrorCode
}

extension StoreError {
  /// A quantity that is not one of these.
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
  /// A sentence, with control characters escaped, because names and reasons may come from others.
  package var description: String { sentence.escapingControls }

  private var sentence: String {
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
      "there is an account '\(name)' already: choose another name; if it is yours, "
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
      "the offer '\(id)' is not for this customer, and nothing was charged: "
        + reason.sentence(from: date)
    case .invalidOfferSignature(let reason):
      "the signature of the offer is not valid, and nothing was charged: \(reason)"
    case .invalidOfferPrice(let id):
      "the offer '\(id)' costs no less than the product, and nothing was charged: buy without it"
    case .missingOfferParameter(let name):
      "the order lacks the \(name) of its offer, and nothing was charged: name it"
    case .unknownOfferCode(let code):
      "there is no offer code '\(code)': check how it is spelled"
    case .offerCodeExpired(let code, let date):
      "the offer code '\(code)' expired on \(date.formatted(.iso8601)): ask for another one"
    case .offerCodeRedeemed(let code):
      "the offer code '\(code)' was redeemed already: ask for another one, or for one of another offer if "
        + "you have redeemed this one"
    case .offerCodeExists(let code):
      "there is an offer code '\(code)' already: choose another text"
    case .invalidOfferCode(let reason):
      "the offer codes cannot be made: \(reason)"
    case .unknownTransaction(let id):
      "there is no transaction \(id): skdemo history lists yours, skdemo store transactions all"
    case .orderNotWaiting(let id):
      "no order \(id) waits for that: skdemo store transactions lists the orders that wait, and why"
    case .familyShared(let id):
      "a family member shares transaction \(id): only who paid for it can change, extend or refund it, "
        + "so name the purchaser's transaction"
    case .notFamilyShareable(let id):
      "'\(id)' cannot be shared with a family: skdemo products says what can"
    case .familyRefused(let account, let reason): reason.sentence(account: account)
    case .alreadyRefunded(let id, let date):
      "transaction \(id) was refunded on \(date.formatted(.iso8601)) already: nothing is left to "
        + "refund"
    case .nothingToRefund(let id):
      "transaction \(id) has nothing to refund: an upgrade has replaced it and refunded all of it"
    case .invalidRefundPercentage(let percentage):
      "\(Decimal(milliunits: Int64(percentage))) percent of the price cannot be refunded: give a part "
        + "from 0.001 to 100 percent that is at least the smallest coin of the currency, or none to "
        + "refund everything"
    case .duplicateRefundRequest(let id):
      "the refund of transaction \(id) was asked for already: it can be asked for once"
    case .noRefundRequest(let id):
      "no refund of transaction \(id) waits for a decision: skdemo store transactions lists who asks "
        + "for one"
    case .notRefunded(let id):
      "transaction \(id) is not refunded: skdemo store transactions lists what was"
    case .refundNotReversible(let id):
      "the refund of transaction \(id) cannot be reversed: its customer has bought the same again "
        + "since, or the subscription was deleted. Refund first what was bought again"
    case .invalidRefundText:
      "the text of a refund request is not allowed: give the reason OTHER, and 1 to "
        + "\(RefundRequest.textLimit) characters"
    case .invalidPurchaseDate(let date, let first, let last):
      "nothing can be bought on \(date.formatted(.iso8601)): choose a date from "
        + "\(first.formatted(.iso8601)), the first one for this customer and product, to "
        + "\(last.formatted(.iso8601)), the store's time"
    case .notSubscribed(let id, let account):
      "\(account.map { "account '\($0)' is not" } ?? "nobody is") subscribed to '\(id)' now: "
        + "skdemo store transactions lists what was sold"
    case .severalSubscribers(let id, let accounts):
      "\(accounts.count) accounts are subscribed to '\(id)', \(Self.phrase(accounts)): "
        + "choose one with --account"
    case .renewalIsOff(let id):
      "the subscription to '\(id)' does not renew: turn its renewal on first, with skdemo store "
        + "resume"
    case .billingIssue(let id):
      "the renewal of '\(id)' could not be charged: skdemo store billing recover mends the payment"
    case .noPriceIncrease(let id):
      "no higher price of '\(id)' waits for the customer's consent: skdemo store price --consent "
        + "asks for it"
    case .priceChanged(let id, let price, let currency):
      "the price of '\(id)' is \(price) \(currency) now, which is not what you were shown: nothing was "
        + "charged and nothing has changed. Look at it and choose again"
    case .invalidExtension(let days):
      "a renewal date cannot be extended by \(days) days: choose 1 to 90"
    case .extensionRefused(let id, let reason):
      "the renewal date of '\(id)' cannot be extended: \(reason.sentence)"
    case .invalidPrice(let price, let currency):
      "a price of \(price) \(currency) cannot be set: it must be 0 to 999999999, with no more decimal "
        + "places than the currency has"
    case .consentRequired(let id, let requirement):
      "the price of '\(id)' needs the consent of its subscribers: \(requirement.sentence). Ask them with "
        + "--consent, or let them keep their price with --keep-existing"
    case .invalidCatalogue(let reason):
      "the catalogue cannot be imported: \(reason)"
    case .unknownAccount(let name):
      "there is no account '\(name)' in this store: make it with skdemo store account add \(name)"
    case .unknownDevice(let name):
      "there is no device '\(name)': skdemo device list lists yours"
    case .deviceExists(let name):
      "there is a device '\(name)' already: choose another name"
    case .tooManyDevices(let limit):
      "the account has \(limit) devices already, which is the limit: "
        + "skdemo device list lists them, and skdemo device remove NAME removes one"
    case .invalidName(let name):
      "the name '\(name)' is not allowed: use 1 to 64 letters, digits, '-', '_', '.' or '@'"
    case .clockMovedBackwards(let from, let to):
      "the store's clock cannot go back from \(from.formatted(.iso8601)) to "
        + "\(to.formatted(.iso8601)): choose a later date"
    case .clockBeyondCertificates(let date, let last):
      "the store's clock cannot go to \(date.formatted(.iso8601)): its certificates expire on "
        + "\(last.formatted(.iso8601)). Choose an earlier date"
    case .clockNotAccepted(let last, let date, let days, let certificatesEnd):
      ClockJump(to: date, days: days, certificatesEnd: certificatesEnd).sentence(since: last)
    case .clockNotSet(let date, let refusal, let limit):
      "the store's time cannot be set back to \(date.formatted(.iso8601)): \(refusal.sentence(limit))"
    case .certificatesNotValid(let date, let first, let last):
      "the store's clock shows \(date.formatted(.iso8601)), and its certificates are valid from "
        + "\(first.formatted(.iso8601)) to \(last.formatted(.iso8601)): nothing was charged. Its "
        + "operator sets its machine's clock right"
        + (date < first
          ? ""
          : ", or, if the root's are valid for longer, renews them with skdemo store root renew FILE "
            + "and starts the server again")
    case .unknownStorefront(let code):
      "there is no storefront '\(code)': give a country such as USA or DEU, in capitals"
    case .unknownLocale(let name):
      "there is no locale '\(name)': give a language, or a language and a country, such as de or de_DE"
    case .invalidSimulatedError(let name, let api):
      "\(api.rawValue) cannot fail with \(name.rawValue): choose one of "
        + api.errors.map(\.rawValue).joined(separator: ", ")
    case .invalidRequestRevision(let revision):
      "no page of the history begins at the revision '\(revision)': it is from before the store was "
        + "reset, or not this store's. Read the history again from its first page"
    case .unknown(let code, let message):
      "the store refuses with '\(code)': \(message)"
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
