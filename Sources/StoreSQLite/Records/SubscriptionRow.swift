import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `subscription`.
struct SubscriptionRow: StoreRecord {
  static let table = Table(
    "subscription", key: ["customer", "group_id"],
    columns: [
      "customer", "group_id", "original_id", "original_purchase_date", "transaction_id", "term",
      "auto_renew_preference", "will_auto_renew", "expiration_intent", "recent_start_date",
      "used_introductory_offer", "renewal_count", "revocation_date", "due_date",
    ])

  var customer: Int64
  var groupId: String
  var originalId: Int64
  var originalPurchaseDate: Int64
  var transactionId: Int64
  var term: String
  var autoRenewPreference: String
  var willAutoRenew: Bool
  var expirationIntent: ExpirationIntent?
  var recentStartDate: Int64
  var usedIntroductoryOffer: Bool
  var renewalCount: Int
  var revocationDate: Int64?
  var dueDate: Int64?

  init(_ subscription: Subscription, of customer: CustomerNumber) throws {
    self.customer = customer.rawValue
    groupId = subscription.groupID
    originalId = Int64(subscription.originalID.rawValue)
    originalPurchaseDate = subscription.originalPurchaseDate.millisecondsSince1970
    transactionId = Int64(subscription.transactionID.rawValue)
    term = try JSONText.encode(subscription.term)
    autoRenewPreference = subscription.autoRenewPreference
    willAutoRenew = subscription.willAutoRenew
    expirationIntent = subscription.expirationIntent
    recentStartDate = subscription.recentSubscriptionStartDate.millisecondsSince1970
    usedIntroductoryOffer = subscription.usedIntroductoryOffer
    renewalCount = subscription.renewalCount
    revocationDate = subscription.revocationDate?.millisecondsSince1970
    dueDate = subscription.dueDate?.millisecondsSince1970
  }

  func value() throws -> Subscription {
    Subscription(
      groupID: groupId, originalID: TransactionID(rawValue: UInt64(originalId)),
      originalPurchaseDate: Date(millisecondsSince1970: originalPurchaseDate),
      transactionID: TransactionID(rawValue: UInt64(transactionId)),
      term: try JSONText.decode(term, of: Self.self, "term"),
      autoRenewPreference: autoRenewPreference, willAutoRenew: willAutoRenew,
      expirationIntent: expirationIntent,
      recentSubscriptionStartDate: Date(millisecondsSince1970: recentStartDate),
      usedIntroductoryOffer: usedIntroductoryOffer, renewalCount: renewalCount,
      revocationDate: revocationDate.map(Date.init(millisecondsSince1970:)))
  }
}

extension SubscriptionRow {
  init(row: Row) throws {
    customer = try row.decode(forColumn: "customer")
    groupId = try row.decode(forColumn: "group_id")
    originalId = try row.decode(forColumn: "original_id")
    originalPurchaseDate = try row.decode(forColumn: "original_purchase_date")
    transactionId = try row.decode(forColumn: "transaction_id")
    term = try row.decode(forColumn: "term")
    autoRenewPreference = try row.decode(forColumn: "auto_renew_preference")
    willAutoRenew = try row.decode(forColumn: "will_auto_renew")
    expirationIntent = try row.decode(forColumn: "expiration_intent")
    recentStartDate = try row.decode(forColumn: "recent_start_date")
    usedIntroductoryOffer = try row.decode(forColumn: "used_introductory_offer")
    renewalCount = try row.decode(forColumn: "renewal_count")
    revocationDate = try row.decode(forColumn: "revocation_date")
    dueDate = try row.decode(forColumn: "due_date")
  }

  var arguments: StatementArguments {
    [
      customer, groupId, originalId, originalPurchaseDate, transactionId, term,
      autoRenewPreference, willAutoRenew, expirationIntent, recentStartDate, usedIntroductoryOffer,
      renewalCount, revocationDate, dueDate,
    ]
  }
}
