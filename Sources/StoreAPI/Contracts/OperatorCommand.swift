package import AppStorePayloads
package import Foundation

/// A command of the store's operator.
///
/// The engine, HTTP, the command line and tests use the same value. Printing or mirroring a command
/// does not show a password, because ``Credentials`` hides it.
package enum OperatorCommand: Codable, Hashable, Sendable {
  /// Reads the store's time. The result is ``OperatorResult/done``; every answer has the time.
  case clock
  /// Stops the clock, or lets it run on. The result is ``OperatorResult/done``.
  case setClock(frozen: Bool)
  /// Agrees that the machine's clock is right: everything due until then happens, each at its due date.
  /// Nothing happens if the clock has not jumped.
  ///
  /// The result is ``OperatorResult/advanced(from:to:events:)``. Throws
  /// ``StoreError/clockBeyondCertificates(date:last:)``.
  case acceptClock
  /// Sets the store's time back, to a date after which nothing has happened, and begins a new
  /// generation of the clock.
  ///
  /// The result is ``OperatorResult/done``. Throws ``StoreError/clockNotSet(date:reason:limit:)``.
  case setClockBack(date: Date)
  /// Moves the clock forward. Everything due in between happens in order, each at its due date.
  ///
  /// The result is ``OperatorResult/advanced(from:to:events:)``. Throws
  /// ``StoreError/clockMovedBackwards(from:to:)`` and
  /// ``StoreError/clockBeyondCertificates(date:last:)``.
  case advance(move: ClockMove)
  /// Sets how long a period lasts that begins from now on; a present period ends as it would have.
  ///
  /// Everything due is settled first. The result is ``OperatorResult/settings(values:)``.
  case setPace(pace: Pace)
  /// Sets the country of the store, in ISO 3166-1 alpha-3; what was bought stays.
  ///
  /// Everything due is settled first. Prices are those of the new storefront. If its currency is
  /// another, the prices that subscribers keep or were asked about end: they renew at the new
  /// storefront's price, and the rest of an offer costs what the offer costs there. The result is
  /// ``OperatorResult/settings(values:)``. Throws ``StoreError/unknownStorefront(name:)``.
  case setStorefront(storefront: String)
  /// Sets the language of names and descriptions: a language, or a language and a country, such as `de`
  /// or `de_DE`. What was bought stays.
  ///
  /// A product that has no name in it has its name in `en_US`, else its first one. Prices keep the format
  /// of the storefront. Everything due is settled first. The result is
  /// ``OperatorResult/settings(values:)``. Throws ``StoreError/unknownLocale(name:)``.
  case setLocale(locale: String)
  /// Sets whether a subscription renews twelve times at most at an accelerated pace, as in Apple's
  /// sandbox. A new store has the limit.
  ///
  /// The result is ``OperatorResult/settings(values:)``.
  case setRenewalLimit(isOn: Bool)
  /// Sets how long the store serves a subscriber whose renewal cannot be charged, and for which
  /// renewals; without a type, for all renewals. A grace period that has begun keeps its end.
  ///
  /// The result is ``OperatorResult/settings(values:)``.
  case setGracePeriod(gracePeriod: GracePeriod, renewalType: GracePeriodRenewalType? = nil)
  /// Sets whether every renewal of the store fails, as if no customer's payment worked.
  ///
  /// Renewals that have failed are not charged by turning it off:
  /// ``recoverBilling(subscription:)`` does that. The result is ``OperatorResult/settings(values:)``.
  case setRenewalsFail(isOn: Bool)
  /// Sets whether orders wait for approval. Orders that wait already go on waiting.
  ///
  /// The result is ``OperatorResult/settings(values:)``.
  case setAskToBuy(isOn: Bool)
  /// Sets whether orders are interrupted: each waits until its customer has taken a step in their
  /// account's settings. Orders that wait already go on waiting.
  ///
  /// The result is ``OperatorResult/settings(values:)``.
  case setInterruptedPurchases(isOn: Bool)
  /// Lets a call of StoreKit fail in every session at the store, or stops that if there is no
  /// error.
  ///
  /// The store itself goes on as before: a session throws the error instead of the call's
  /// result. The result is ``OperatorResult/settings(values:)``. Throws
  /// ``StoreError/invalidSimulatedError(name:api:)`` if the call cannot have this error.
  case setSimulatedError(api: SimulatedAPI, error: SimulatedError?)
  /// Reads the settings and changes none. The result is ``OperatorResult/settings(values:)``.
  case settings
  /// Simulates no errors any more. The result is ``OperatorResult/settings(values:)``.
  case clearSimulatedErrors
  /// Sets the price of a product in the store's currency; `policy` says what it means for present
  /// subscribers. A product that is bought once has none.
  ///
  /// The result is ``OperatorResult/catalogue(version:changes:subscribers:prices:)``. Throws
  /// ``StoreError/unknownProduct(productID:)``, ``StoreError/invalidPrice(price:currency:)``, and
  /// ``StoreError/consentRequired(productID:requirement:)`` if subscribers would only be informed of an increase that
  /// needs their consent by Apple's rules.
  case setPrice(productID: String, price: Decimal, policy: PriceChangePolicy)
  /// Takes a product off sale. Who owns it keeps it; a subscription to it ends with its period. Nothing
  /// happens if it is not for sale already.
  ///
  /// The result is ``OperatorResult/catalogue(version:changes:subscribers:prices:)``. Throws
  /// ``StoreError/unknownProduct(productID:)``.
  case withdraw(productID: String)
  /// Sells a product again that was taken off sale. Nothing happens if it is for sale.
  ///
  /// The result and the error are those of ``withdraw(productID:)``.
  case undoWithdraw(productID: String)
  /// Imports a StoreKit configuration file as a new version of the catalogue. The store's settings
  /// stay.
  ///
  /// A product that is not in the file is no longer for sale; customers who own it keep it.
  /// Subscribers pay a new price from their next period. They need not consent to an increase,
  /// however large: as in Xcode, a file describes a test, and Apple's thresholds are those of App
  /// Store Connect. `configuration` is the file's text, of at most 4 MiB. The result is
  /// ``OperatorResult/catalogue(version:changes:subscribers:prices:)``. Throws
  /// ``StoreError/invalidCatalogue(reason:)``, with the place in the file; a product with another type or
  /// group than the store's product with its ID is an error too.
  case importCatalogue(configuration: String)
  /// Makes a key with which an app's server signs offers. The store keeps its public half only.
  ///
  /// The result is ``OperatorResult/offerKey(id:privateKey:)``.
  case createOfferKey
  /// Makes offer codes, with the terms that the catalogue's offer has now.
  ///
  /// The result is ``OperatorResult/offerCodes(list:)``. Throws ``StoreError/offerCodeExists(name:)``, and
  /// ``StoreError/invalidOfferCode(reason:)`` unless the catalogue has such a code offer or product, a custom
  /// code has 1 to 64 letters and digits, and the number is 1 to ``OfferCode/listLimit`` of random
  /// codes, or at least 1, and the expiration date is not past, nor for random codes later than in six months.
  case createOfferCodes(request: OfferCodeRequest)
  /// Lists the offer codes that were made last, newest first, ``OfferCode/listLimit`` at most.
  ///
  /// The result is ``OperatorResult/offerCodes(list:)``.
  case offerCodes
  /// Lists a page of the transactions of the store, or of one account, newest first.
  ///
  /// A page has at most ``HistoryPage/limit`` transactions, and its cost does not grow with their
  /// number. `revision` is the one of the page before; `nil` asks for the first page. The result is
  /// ``OperatorResult/transactions(list:revision:hasMore:)``. Throws
  /// ``StoreError/unknownAccount(name:)``, and ``StoreError/invalidRequestRevision(revision:)`` if no page
  /// begins there, for example after a reset.
  case transactions(account: String?, revision: String? = nil)
  /// Lists a page of the subscriptions of the store, also those that have ended and those that a family
  /// member shares, each once: the latest customer's first, and of one customer the latest first.
  ///
  /// A page has at most ``HistoryPage/limit`` subscriptions, and its cost does not grow with their
  /// number. A subscription keeps its place when it renews. `revision` is the one of the page before;
  /// `nil` asks for the first page. The result is
  /// ``OperatorResult/subscriptions(list:revision:hasMore:)``. Throws
  /// ``StoreError/invalidRequestRevision(revision:)`` if no page begins there, for example after a reset.
  case subscriptions(revision: String? = nil)
  /// Lists the orders of the store that wait, in the order of their numbers, with what each would cost
  /// now.
  ///
  /// Reads the ledger of each customer with such an order.
  /// The result is ``OperatorResult/orders(list:)``.
  case orders
  /// Approves an order that waits for approval: it is sold now, at the present terms.
  ///
  /// What the customer owns by now is not charged again; what a family member shares with them is, as in
  /// ``StoreBackend/purchase(_:)``. If the product cannot be sold, the order goes on waiting. The result
  /// is ``OperatorResult/orderSold(order:transaction:alreadyOwned:scheduled:)``. Throws
  /// ``StoreError/orderNotWaiting(orderID:)``, ``StoreError/unknownProduct(productID:)``,
  /// ``StoreError/unknownOffer(offerID:)`` and ``StoreError/ineligibleForOffer(offerID:reason:begins:)``.
  case approve(orderID: TransactionID)
  /// Declines an order that waits, for approval or for a step that its customer does not take: nothing is
  /// sold, and its key is closed.
  ///
  /// The result is ``OperatorResult/orderDeclined(order:)``. Throws
  /// ``StoreError/orderNotWaiting(orderID:)``.
  case decline(orderID: TransactionID)
  /// Completes an interrupted order, as if its customer had taken the step that it waits for: it is
  /// sold now, at the present terms.
  ///
  /// The result and the errors are those of ``approve(orderID:)``.
  case resolve(orderID: TransactionID)
  /// Refunds a transaction, and revokes it. Every device of the customer receives the change.
  ///
  /// `reason` is `other` unless it is given; family members who share the purchase see the same
  /// reason. Without a `percentage`, everything that is left of the price is refunded. With a
  /// percentage, that part of the price is refunded: it is in thousandths of a percent as Apple
  /// writes it (50 000 is half), and the amount is rounded to the currency and no more than what an
  /// upgrade has left. Whatever part is refunded, the customer loses what the transaction paid for.
  ///
  /// The refund of a subscription's latest period revokes the subscription: it no longer entitles
  /// and does not renew. The refund of an earlier or upgraded period revokes only that transaction.
  /// A refunded car can be bought again; an introductory offer stays used. A free transaction can be
  /// refunded too; the amount is 0.
  ///
  /// It grants the customer's request for the refund, if there is one; the renewal of the
  /// transaction's subscription is then turned off. No request is needed.
  ///
  /// The result is ``OperatorResult/refunded(transaction:amount:)``. Throws
  /// ``StoreError/unknownTransaction(transactionID:)``, ``StoreError/alreadyRefunded(transactionID:date:)``,
  /// ``StoreError/familyShared(transactionID:)`` if a family member has paid for it,
  /// ``StoreError/nothingToRefund(transactionID:)`` if an upgrade has refunded all of it, and
  /// ``StoreError/invalidRefundPercentage(percentage:)`` unless the percentage is 1 to 100 000 and gives
  /// something of the price back.
  case refund(
    transactionID: TransactionID, reason: RevocationReason? = nil, percentage: Int32? = nil)
  /// Declines the customer's request for the refund of a transaction: they keep what it paid for.
  ///
  /// The result is ``OperatorResult/refundDeclined(transaction:)``. Throws
  /// ``StoreError/unknownTransaction(transactionID:)``, and ``StoreError/noRefundRequest(transactionID:)`` unless a request
  /// waits for a decision.
  case declineRefund(transactionID: TransactionID)
  /// Takes a refund back: the money is charged again, and the transaction is not revoked any more.
  ///
  /// A plan is served again until its expiration date, which stays; renewal stays off. If that date is
  /// over, the plan expires at once.
  ///
  /// The result is ``OperatorResult/refundReversed(transaction:amount:)``. Throws
  /// ``StoreError/unknownTransaction(transactionID:)``, ``StoreError/notRefunded(transactionID:)``,
  /// ``StoreError/familyShared(transactionID:)`` if a family member has paid for it, and
  /// ``StoreError/refundNotReversible(transactionID:)`` if the customer has bought the same again.
  case reverseRefund(transactionID: TransactionID)
  /// Buys for a customer: the product is charged at once, whatever orders wait for, and its transaction
  /// is delivered on the customer's devices, fuel on their oldest one.
  ///
  /// A purchase in the past is made at the price of its date, and a plan renews by the rules until now. A
  /// copy of the order is not charged again. The result is
  /// ``OperatorResult/bought(transaction:alreadyOwned:scheduled:)``. Throws
  /// ``StoreError/unknownAccount(name:)``, ``StoreError/invalidPurchaseDate(date:first:last:)`` for a date in
  /// the future or before the customer's present plan of the group, and the errors of
  /// ``StoreBackend/purchase(_:)``.
  case buy(purchase: OperatorPurchase)
  /// Deletes a transaction, as if it had never been: the customer does not have what it paid for, and
  /// every device forgets it, also one that is offline now. Nothing is refunded, and the developer's
  /// server is told nothing.
  ///
  /// With the latest period of a subscription the store forgets the subscription: the next one in the
  /// group is the customer's first. An earlier period is deleted alone, and the subscription goes on.
  /// The key of the order is closed: a late copy of the order is refused. Fuel that the app has
  /// delivered stays delivered, and an offer code that was redeemed stays redeemed. What family members
  /// had of it is revoked, as after a refund.
  ///
  /// The result is ``OperatorResult/deleted(transaction:)``. Throws
  /// ``StoreError/unknownTransaction(transactionID:)`` and ``StoreError/familyShared(transactionID:)``.
  case delete(transactionID: TransactionID)
  /// Reads a subscription, and changes nothing.
  ///
  /// A product names one that gives service or is in billing retry. A transaction names its
  /// subscription, also one that has ended or that a family member shares. The result is
  /// ``OperatorResult/subscription(transaction:renewalInfo:status:)``. Throws as
  /// ``expire(subscription:)`` does, but not ``StoreError/familyShared(transactionID:)``.
  case subscription(subscription: SubscriptionReference)
  /// Ends the current period of a subscription now, with renewal off, as if the customer had
  /// cancelled. Nothing is refunded.
  ///
  /// A plan that is only chosen for the next period is not meant. The result is
  /// ``OperatorResult/expired(transaction:)``. Throws ``StoreError/unknownAccount(name:)``,
  /// ``StoreError/severalSubscribers(productID:accounts:)``, ``StoreError/notSubscribed(productID:account:)``,
  /// ``StoreError/familyShared(transactionID:)`` and ``StoreError/unknownTransaction(transactionID:)``.
  case expire(subscription: SubscriptionReference)
  /// Turns off the renewal of a subscription: service goes on until the period ends, and no other
  /// begins. Nothing happens if renewal is off already.
  ///
  /// The result is ``OperatorResult/renewal(transaction:autoRenewProductID:)``. Throws as
  /// ``expire(subscription:)`` does.
  case disableAutoRenew(subscription: SubscriptionReference)
  /// Turns on the renewal of a subscription again, with the plan that was chosen for the next
  /// period before renewal was turned off. Nothing happens if renewal is on already.
  ///
  /// The result is ``OperatorResult/renewal(transaction:autoRenewProductID:)``. Throws as
  /// ``expire(subscription:)`` does.
  case enableAutoRenew(subscription: SubscriptionReference)
  /// Ends the current period of a subscription now and renews it, as it would renew at the end.
  ///
  /// The renewal can fail and the subscription can expire for the same reasons as at the end. The
  /// result is ``OperatorResult/subscription(transaction:renewalInfo:status:)``. Throws as
  /// ``expire(subscription:)`` does, ``StoreError/renewalIsOff(productID:)``, and
  /// ``StoreError/billingIssue(productID:)`` if a renewal has failed already.
  case renew(subscription: SubscriptionReference)
  /// Makes the payment for a subscription's renewals fail from now on, until it is mended. Nothing
  /// happens if it fails already.
  ///
  /// The result is ``OperatorResult/subscription(transaction:renewalInfo:status:)``. Throws as
  /// ``expire(subscription:)`` does.
  case failBilling(subscription: SubscriptionReference)
  /// Mends the payment for a subscription's renewals, and charges a renewal that has failed. Nothing
  /// happens if the payment works.
  ///
  /// In the grace period the billing cycle is kept; later a new one begins now. The result is
  /// ``OperatorResult/subscription(transaction:renewalInfo:status:)``. Throws as
  /// ``expire(subscription:)`` does.
  case recoverBilling(subscription: SubscriptionReference)
  /// Extends the current period of a subscription by days, as the App Store Server API does; later
  /// periods count from its new end.
  ///
  /// The result is ``OperatorResult/subscription(transaction:renewalInfo:status:)``. Throws as
  /// ``expire(subscription:)`` does, ``StoreError/invalidExtension(days:)`` unless it is 1 to 90
  /// days, and ``StoreError/extensionRefused(productID:reason:)``.
  case extend(subscription: SubscriptionReference, days: Int)
  /// Asks the customer of a subscription to agree to the present price of its next plan, whatever they
  /// pay now. Without their consent it expires at the end of the period.
  ///
  /// The result is ``OperatorResult/subscription(transaction:renewalInfo:status:)``. Throws as
  /// ``expire(subscription:)`` does, ``StoreError/renewalIsOff(productID:)``, and
  /// ``StoreError/unknownProduct(productID:)`` if the next plan is not for sale.
  case requestPriceIncreaseConsent(subscription: SubscriptionReference)
  /// Answers for the customer of a subscription whether they agree to the higher price that they were
  /// asked for; a refusal turns renewal off.
  ///
  /// The result is ``OperatorResult/subscription(transaction:renewalInfo:status:)``. Throws as
  /// ``expire(subscription:)`` does, and ``StoreError/noPriceIncrease(productID:)`` if no answer is awaited.
  case answerPriceIncrease(subscription: SubscriptionReference, isAccepted: Bool)
  /// Lists every account of the store by name. The result is ``OperatorResult/accounts(list:)``.
  case accounts
  /// Creates an account with a password, for a customer to sign in to.
  ///
  /// The result is ``OperatorResult/accountAdded(account:)``. Throws as
  /// ``StoreAccounts/signUp(_:)`` does.
  case addAccount(credentials: Credentials)
  /// Gives an account another password, or its first one, and revokes every sign-in of the account.
  ///
  /// The devices stay signed in, or are signed out too. If none is left, customers of the store's own
  /// machine can use the account, also if somebody signed up for it. The result is
  /// ``OperatorResult/passwordChanged(account:signIns:devices:)``. Throws
  /// ``StoreError/unknownAccount(name:)``, ``StoreError/invalidPassword`` and
  /// ``StoreError/tooManyAttempts(retryAfter:)``.
  case setPassword(credentials: Credentials, signsOutDevices: Bool)
  /// Revokes every sign-in of an account; its devices stay signed in.
  ///
  /// The result is ``OperatorResult/signedOut(account:signIns:)``. Throws
  /// ``StoreError/unknownAccount(name:)``.
  case signOut(account: String)
  /// Removes a device, whose token is refused from now on. The account's oldest device gets its
  /// unfinished consumables.
  ///
  /// The result is ``OperatorResult/deviceRemoved(device:account:)``. Throws
  /// ``StoreError/unknownAccount(name:)`` and ``StoreError/unknownDevice(name:)``.
  case removeDevice(device: String, account: String)
  /// Lists the families of the store.
  ///
  /// The result is ``OperatorResult/families(list:)``.
  case families
  /// Adds an account to a family: from now on all members share what they buy, as far as its products
  /// are family shareable.
  ///
  /// `organizer` is the account that organizes the family, which is made if it organizes none. Without
  /// it the account joins the store's only family, or organizes the first one. The result is
  /// ``OperatorResult/families(list:)``. Throws ``StoreError/unknownAccount(name:)`` and
  /// ``StoreError/familyRefused(account:reason:)``.
  case addFamilyMember(account: String, organizer: String?)
  /// Removes an account from its family: it shares nothing with the others any more, nor they with it.
  /// If the organizer leaves, the family ends.
  ///
  /// The result and the errors are those of ``addFamilyMember(account:organizer:)``.
  case removeFamilyMember(account: String)
  /// Sets whether a family member shares what they buy; without an account, the organizer of the
  /// store's only family.
  ///
  /// The result and the errors are those of ``addFamilyMember(account:organizer:)``.
  case setFamilySharing(isOn: Bool, account: String?)
  /// Deletes all purchases and families, and begins a new epoch. Accounts, devices, keys, offer codes,
  /// which nobody has redeemed then, the catalogue and the clock are kept. The result is
  /// ``OperatorResult/done``.
  case reset
}
