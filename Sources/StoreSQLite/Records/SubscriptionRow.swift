import AppStorePayloads
import GRDB
import StoreEngine

/// A row of the table `subscription`.
struct SubscriptionRow: StoreRecord {
  static let table = Table<SubscriptionRow>(
    "subscription", key: ["customer", "group_id"],
    columns: [
      "customer": { $0.customer.rawValue },
      "group_id": { $0.value.groupID },
      "original_id": { $0.value.originalID.column },
      "original_purchase_date": { $0.value.originalPurchaseDate.millisecondsSince1970 },
      "transaction_id": { $0.value.transactionID.column },
      "term": { try JSONText.encode($0.value.term) },
      "auto_renew_preference": { $0.value.autoRenewPreference },
      "will_auto_renew": { $0.value.willAutoRenew },
      "expiration_intent": { $0.value.expirationIntent },
      "recent_start_date": { $0.value.recentSubscriptionStartDate.millisecondsSince1970 },
      "used_introductory_offer": { $0.value.usedIntroductoryOffer },
      "renewal_count": { $0.value.renewalCount },
      "revocation_date": { $0.value.revocationDate?.millisecondsSince1970 },
      "billing_issue": { try $0.value.billingIssue.map(JSONText.encode) },
      "price_increase": { try $0.value.priceIncrease.map(JSONText.encode) },
      "preserved_price": {
        try PreservedPrices($0.value.preservedPrices).map(JSONText.encode)
      },
      "extension_dates": {
        try $0.value.extensionDates.isEmpty ? nil : JSONText.encode($0.value.extensionDates)
      },
      "paid_days": { $0.value.paidDays },
      "last_win_back_date": { $0.value.lastWinBackDate?.millisecondsSince1970 },
      "next_offer": { try $0.value.nextOffer.map(JSONText.encode) },
      "is_shared_with_family": { $0.value.isSharedWithFamily },
      "due_date": { $0.value.dueDate?.millisecondsSince1970 },
    ])

  var customer: CustomerNumber
  var value: Subscription

  init(_ subscription: Subscription, of customer: CustomerNumber) {
    self.customer = customer
    value = subscription
  }
}

extension SubscriptionRow {
  init(row: CheckedRow) throws {
    customer = try row.customer("customer")
    value = Subscription(
      groupID: try row.decode(forColumn: "group_id"),
      originalID: try row.transactionID("original_id"),
      originalPurchaseDate: try row.date("original_purchase_date"),
      transactionID: try row.transactionID("transaction_id"),
      term: try JSONText.decode(row, of: Self.self, "term"),
      autoRenewPreference: try row.decode(forColumn: "auto_renew_preference"),
      willAutoRenew: try row.decode(forColumn: "will_auto_renew"),
      expirationIntent: try row.decode(forColumn: "expiration_intent"),
      recentSubscriptionStartDate: try row.date("recent_start_date"),
      usedIntroductoryOffer: try row.decode(forColumn: "used_introductory_offer"),
      renewalCount: try row.number("renewal_count"),
      revocationDate: try row.dateIfPresent("revocation_date"))
    try readLaterColumns(row)
    // A period that ends later than it is due would be due for ever.
    let dueDate = try row.dateIfPresent("due_date")
    guard dueDate?.millisecondsSince1970 == value.dueDate?.millisecondsSince1970 else {
      throw DamagedRowError(table: Self.databaseTableName, column: "due_date")
    }
  }

  /// Reads what the first version of the table did not have.
  private mutating func readLaterColumns(_ row: CheckedRow) throws {
    value.billingIssue = try JSONText.decodeIfPresent(row, of: Self.self, "billing_issue")
    value.priceIncrease = try JSONText.decodeIfPresent(row, of: Self.self, "price_increase")
    let preserved: PreservedPrices? =
      try JSONText.decodeIfPresent(row, of: Self.self, "preserved_price")
    value.preservedPrices = preserved?.byProduct ?? [:]
    value.extensionDates =
      try JSONText.decodeIfPresent(row, of: Self.self, "extension_dates") ?? []
    value.paidDays = try row.number("paid_days")
    value.lastWinBackDate = try row.dateIfPresent("last_win_back_date")
    value.nextOffer = try JSONText.decodeIfPresent(row, of: Self.self, "next_offer")
    value.isSharedWithFamily = try row.decode(forColumn: "is_shared_with_family")
  }
}
