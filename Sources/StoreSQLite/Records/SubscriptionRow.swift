import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `subscription`.
struct SubscriptionRow: StoreRecord {
  static let databaseTableName = "subscription"

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
