import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `event`, to which SQLite gives its number.
struct EventRow: StoreRecord {
  static let table = Table<EventRow>(
    "event", key: ["sequence"],
    columns: [
      "epoch": { $0.epoch },
      "customer": { $0.customer.rawValue },
      "date": { $0.change.date.millisecondsSince1970 },
      "instance": { $0.change.instance?.description },
      "body": { try JSONText.encode($0.change.event) },
      "notifications": {
        try $0.change.notifications.isEmpty ? nil : JSONText.encode($0.change.notifications)
      },
      "notification_data": { try $0.change.notificationData.map(JSONText.encode) },
    ])

  private var sequence: Int64 = 0
  var epoch: Int
  var customer: CustomerNumber
  var change: LedgerChange

  init(_ change: LedgerChange, of customer: CustomerNumber, epoch: Int) {
    self.epoch = epoch
    self.customer = customer
    self.change = change
  }

  var value: StoredEvent { StoredEvent(sequence: sequence, change: change) }
}

extension EventRow {
  init(row: CheckedRow) throws {
    sequence = try row.number("sequence")
    epoch = try row.number("epoch")
    customer = try row.customer("customer")
    change = LedgerChange(
      try JSONText.decode(row, of: Self.self, "body"), at: try row.date("date"),
      by: try row.uuidIfPresent("instance"),
      notifications: try JSONText.decodeIfPresent(row, of: Self.self, "notifications") ?? [],
      notificationData: try JSONText.decodeIfPresent(row, of: Self.self, "notification_data"))
  }
}

/// A row of the table `orders`.
struct OrderRow: StoreRecord {
  static let table = Table<OrderRow>(
    "orders", key: ["customer", "key"],
    columns: [
      "customer": { $0.customer.rawValue },
      "key": { $0.key.description },
      "request": { try $0.settled.map { try JSONText.encode($0.request) } },
      "outcome": { try $0.settled.map { try JSONText.encode($0.outcome) } },
      "original": { $0.original?.description },
    ])

  private var customer: CustomerNumber
  private var key: OrderKey
  var record: OrderRecord

  init(_ record: OrderRecord, key: OrderKey, of customer: CustomerNumber) {
    self.customer = customer
    self.key = key
    self.record = record
  }

  private var settled: (request: OrderRequest, outcome: OrderOutcome)? {
    guard case .settled(let request, let outcome) = record else { return nil }
    return (request, outcome)
  }

  private var original: OrderKey? {
    if case .repeated(let original) = record { original } else { nil }
  }
}

extension OrderRow {
  init(row: CheckedRow) throws {
    customer = try row.customer("customer")
    key = OrderKey(try row.uuid("key").uuid)
    record =
      if let original = try row.uuidIfPresent("original") {
        .repeated(original: OrderKey(original.uuid))
      } else if try row.decode(String?.self, forColumn: "request") == nil {
        .closed
      } else {
        .settled(
          request: try JSONText.decode(row, of: Self.self, "request"),
          outcome: try JSONText.decode(row, of: Self.self, "outcome"))
      }
  }
}
