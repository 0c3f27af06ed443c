package import AppStorePayloads
package import Foundation
package import StoreAPI

/// The result of a command of the operator; the answer also has the store's time.
package enum OperatorResult: Hashable, Sendable {
  /// The command has no other result than the time of the answer.
  ///
  /// `asNew` is true after a reset that has made the store as new; `nil` after every other command. It
  /// is also `nil` if a store of an earlier version answered, which only deletes the purchases.
  case done(asNew: Bool? = nil)
  /// The clock's old and new time, and the number of renewals, failures and expirations that have
  /// happened.
  ///
  /// The number includes those that were due at the old time and had not happened yet. `settled` has
  /// the first ones, at most ``SettledEvent/listLimit``; `nil` if there are none, or if a store of an
  /// earlier version answered.
  case advanced(from: Date, to: Date, events: Int, settled: [SettledEvent]? = nil)
  /// The store's settings after a change.
  case settings(values: OperatorSettings)
  /// The version of the catalogue after a change, its changes, the number of subscriptions whose plan has
  /// a new price, and the effect on them.
  case catalogue(
    version: Int, changes: [CatalogueChange], subscribers: Int, prices: PriceChangeCounts)
  /// The ID of a new offer key and its private half in PEM, which the store does not keep.
  case offerKey(id: String, privateKey: String)
  /// The offer codes, newest first.
  case offerCodes(list: [OfferCode])
  /// A page of the transactions, newest first; the revision asks for the next page, if there is one.
  case transactions(list: [OperatorTransaction], revision: String?, hasMore: Bool)
  /// A page of the subscriptions, in the order of ``OperatorCommand/Subscriptions``; the
  /// revision asks for the next page, if there is one.
  case subscriptions(list: [OperatorSubscription], revision: String?, hasMore: Bool)
  /// The orders that wait, in the order of their numbers.
  case orders(list: [OperatorOrder])
  /// The order that no longer waits, and the transaction that the customer has for it: an
  /// earlier one if nothing was charged.
  ///
  /// `alreadyOwned` and `scheduled` are those of ``bought(transaction:alreadyOwned:scheduled:)``; `nil` if
  /// a store of an earlier version answered.
  case orderSold(
    order: OperatorOrder, transaction: OperatorTransaction, alreadyOwned: Bool? = nil,
    scheduled: Bool? = nil)
  /// The order that no longer waits.
  case orderDeclined(order: OperatorOrder)
  /// Every family, in the order of their organizers' numbers.
  case families(list: [OperatorFamily])
  /// The revoked transaction, and the refund in its currency: at most the price minus the part that an
  /// upgrade has already refunded.
  case refunded(transaction: OperatorTransaction, amount: Decimal)
  /// The transaction whose refund was declined.
  case refundDeclined(transaction: OperatorTransaction)
  /// The transaction that is no longer revoked, and the amount that was charged again.
  case refundReversed(transaction: OperatorTransaction, amount: Decimal)
  /// The customer's transaction; nothing was charged if they had it already.
  ///
  /// If another plan was scheduled for the renewal, the transaction is that of the current plan.
  case bought(transaction: OperatorTransaction, alreadyOwned: Bool, scheduled: Bool)
  /// The transaction as it was before it was deleted.
  case deleted(transaction: OperatorTransaction)
  /// The transaction of the period that has ended.
  case expired(transaction: OperatorTransaction)
  /// The transaction of the current period, and the product of the next one; `nil` if the
  /// subscription will not renew.
  case renewal(transaction: OperatorTransaction, autoRenewProductID: String?)
  /// The transaction of the current or last period, the renewal and the status of a subscription,
  /// after the command.
  case subscription(
    transaction: OperatorTransaction, renewalInfo: RenewalInfoPayload,
    status: SubscriptionStatusCode)
  /// The accounts, in the order of their names.
  case accounts(list: [OperatorAccount])
  case accountAdded(account: StoreAccount)
  /// The number of sign-ins that the account had, and its devices that stay signed in, oldest first.
  case passwordChanged(account: String, signIns: Int, devices: [StoreDevice])
  /// The number of sign-ins that the account had.
  case signedOut(account: String, signIns: Int)
  case deviceRemoved(device: StoreDevice, account: String)
  /// The ID of a new key of the App Store Server API, the store's issuer ID, and the key's private half in
  /// PEM, which the store does not keep.
  case apiKey(id: String, issuerID: String, privateKey: String)
  /// The keys of the App Store Server API, newest first, the store's issuer ID and its app.
  case apiKeys(list: [OperatorAPIKey], issuerID: String, bundleID: String)
  /// The key that is no longer valid.
  case apiKeyRevoked(key: OperatorAPIKey)
  /// The app's shared secret.
  case sharedSecret(secret: String)
  /// Attempts to send notifications, in their order, and the number of the last one, after which the
  /// next list begins.
  case sentNotifications(list: [SentNotification], last: Int64)
  /// The notification that was sent once more, with the attempt.
  case notificationSent(notification: SentNotification)
  /// The type and subtype of the notification, and the new account that it is about; `nil` if it is
  /// about no account.
  case triggered(notification: String, account: String?)
  /// The notifications about a transaction, newest first.
  case transactionNotifications(list: [TransactionNotification])
}

// In JSON the name is the only key, with the values below it, each under its label:
// `{"signedOut": {"account": "ann", "signIns": 2}}`, `{"done": {}}`. Names and labels are never
// renamed.
extension OperatorResult: Codable {
  /// A result's name in JSON.
  package enum CodingKeys: String, CodingKey, CaseIterable, Sendable {
    case done, advanced, settings, catalogue, offerKey, offerCodes, transactions, subscriptions,
      orders
    case orderSold, orderDeclined, families, refunded, refundDeclined, refundReversed, bought,
      deleted
    case expired, renewal, subscription, accounts, accountAdded, passwordChanged, signedOut
    case deviceRemoved, apiKey, apiKeys, apiKeyRevoked, sharedSecret
    case sentNotifications, notificationSent, triggered, transactionNotifications
  }

  package typealias Name = CodingKeys
}
