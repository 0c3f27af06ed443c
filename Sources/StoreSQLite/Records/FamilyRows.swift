import AppStorePayloads
import Foundation
import GRDB
import StoreEngine

/// A row of the table `family_message`, whose number SQLite assigns.
struct FamilyMessageRow: StoreRecord {
  static let table = Table<FamilyMessageRow>(
    "family_message", key: ["number"],
    columns: [
      "recipient": { $0.value.recipient.rawValue },
      "date": { $0.value.date.millisecondsSince1970 },
      "body": { try JSONText.encode($0.value.body) },
    ])

  var value: FamilyMessage

  init(_ message: FamilyMessage) { value = message }
}

extension FamilyMessageRow {
  init(row: CheckedRow) throws {
    value = FamilyMessage(
      number: try row.number("number"),
      to: try row.customer("recipient"),
      at: try row.date("date"), body: try JSONText.decode(row, of: Self.self, "body"))
  }
}

/// A row of the table `shared_plan`.
struct SharedPlanRow: StoreRecord {
  static let table = Table<SharedPlanRow>(
    "shared_plan", key: ["customer", "purchaser_original_id"],
    columns: [
      "customer": { $0.customer.rawValue },
      "purchaser_original_id": { $0.value.purchaserOriginalID.column },
      "transaction_id": { $0.value.subscription.transactionID.column },
      "body": { try JSONText.encode($0.value) },
    ])

  var customer: CustomerNumber
  var value: SharedPlan

  init(_ plan: SharedPlan, of customer: CustomerNumber) {
    self.customer = customer
    value = plan
  }
}

extension SharedPlanRow {
  init(row: CheckedRow) throws {
    customer = try row.customer("customer")
    value = try JSONText.decode(row, of: Self.self, "body")
  }
}
