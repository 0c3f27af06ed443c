package import AppStorePayloads
package import Foundation

/// The result of a command of the operator; the answer also has the store's time.
package enum OperatorResult: Hashable, Sendable {
  /// The command has no other result than the time of the answer.
  case done
  /// The clock's old and new time, and the number of renewals, failures and expirations that have
  /// happened.
  ///
  /// They are those in between, and those that were due at the old time and had not happened yet.
  case advanced(from: Date, to: Date, events: Int)
  /// The store's settings after a change.
  case settings(values: OperatorSettings)
  /// The version of the catalogue after a change, what it changes, the number of subscriptions whose
  /// plan has a new price, and what that means for them.
  case catalogue(
    version: Int, changes: [CatalogueChange], subscribers: Int, prices: PriceChangeCounts)
  /// The ID of a new offer key and its private half in PEM, which the store does not keep.
  case offerKey(id: String, privateKey: String)
  /// The offer codes, newest first.
  case offerCodes(list: [OfferCode])
  /// A page of the transactions, newest first; the revision asks for the next page, if there is one.
  case transactions(list: [OperatorTransaction], revision: String?, hasMore: Bool)
  /// A page of the subscriptions, in the order of ``OperatorCommand/subscriptions(revision:)``; the
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
  /// The revoked transaction, and the refund in its currency: the price less what an upgrade has
  /// already refunded.
  case refunded(transaction: OperatorTransaction, amount: Decimal)
  /// The transaction whose refund was declined.
  case refundDeclined(transaction: OperatorTransaction)
  /// The transaction that is no longer revoked, and the amount that was charged again.
  case refundReversed(transaction: OperatorTransaction, amount: Decimal)
  /// The customer's transaction; nothing was charged if they had it already. If another plan was
  /// scheduled for the renewal, it is that of the current plan.
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
  /// How many sign-ins the account had, and its devices that stay signed in, oldest first.
  case passwordChanged(account: String, signIns: Int, devices: [StoreDevice])
  /// How many sign-ins the account had.
  case signedOut(account: String, signIns: Int)
  case deviceRemoved(device: StoreDevice, account: String)
}

// In JSON the name is the only key, with the values below it, each under its label:
// `{"signedOut": {"account": "ann", "signIns": 2}}`, `{"done": {}}`. Names and labels are never
// renamed.
extension OperatorResult: Codable {
  /// A result's name in JSON.
  package enum CodingKeys: String, CodingKey, CaseIterable, Sendable {
    case done
    case advanced
    case settings
    case catalogue
    case offerKey
    case offerCodes
    case transactions
    case subscriptions
    case orders
    case orderSold
    case orderDeclined
    case families
    case refunded
    case refundDeclined
    case refundReversed
    case bought
    case deleted
    case expired
    case renewal
    case subscription
    case accounts
    case accountAdded
    case passwordChanged
    case signedOut
    case deviceRemoved
  }
}

/// The settings of a store that its operator can change.
package struct OperatorSettings: Codable, Hashable, Sendable {
  package var rules: StoreRules
  /// The country, in ISO 3166-1 alpha-3; `nil` if a store of an earlier version answered.
  package var storefront: String?
  /// The language of names and descriptions; `nil` if a store of an earlier version answered.
  package var locale: String?
  /// The errors that are simulated; `nil` if there are none.
  package var simulatedErrors: SimulatedErrors?

  package init(
    rules: StoreRules, storefront: String? = nil, locale: String? = nil,
    simulatedErrors: SimulatedErrors? = nil
  ) {
    self.rules = rules
    self.storefront = storefront
    self.locale = locale
    self.simulatedErrors = simulatedErrors
  }
}

// In JSON the rules stand beside the other settings.
extension OperatorSettings {
  private enum CodingKeys: CodingKey { case storefront, locale, simulatedErrors }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rules = try StoreRules(from: decoder)
    storefront = try container.decodeIfPresent(String.self, forKey: .storefront)
    locale = try container.decodeIfPresent(String.self, forKey: .locale)
    simulatedErrors = try container.decodeIfPresent(SimulatedErrors.self, forKey: .simulatedErrors)
  }

  package func encode(to encoder: any Encoder) throws {
    try rules.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(storefront, forKey: .storefront)
    try container.encodeIfPresent(locale, forKey: .locale)
    try container.encodeIfPresent(simulatedErrors, forKey: .simulatedErrors)
  }
}

/// A transaction in the operator's list.
package struct OperatorTransaction: Codable, Hashable, Sendable, Identifiable {
  package var id: TransactionID { transaction.transactionId }
  package var account: String
  package var transaction: TransactionPayload
  package var isFinished: Bool
  /// The customer's request for its refund; `nil` before they ask.
  package var refundRequest: RefundRequest?
  /// The status of the subscription whose current or last period this is; `nil` for any other
  /// transaction, and if a store of an earlier version answered.
  package var status: SubscriptionStatusCode?

  package init(
    account: String, transaction: TransactionPayload, isFinished: Bool,
    refundRequest: RefundRequest? = nil, status: SubscriptionStatusCode? = nil
  ) {
    self.refundRequest = refundRequest
    self.status = status
    self.account = account
    self.transaction = transaction
    self.isFinished = isFinished
  }
}

/// An account in the operator's list.
package struct OperatorAccount: Codable, Hashable, Sendable {
  package var name: String
  /// Whether it can be signed in to over HTTP.
  package var hasPassword: Bool
  /// The number of machines that are signed in.
  package var signIns: Int
  /// Its devices, oldest first.
  package var devices: [StoreDevice]

  package init(name: String, hasPassword: Bool, signIns: Int, devices: [StoreDevice]) {
    self.name = name
    self.hasPassword = hasPassword
    self.signIns = signIns
    self.devices = devices
  }
}
