import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `event`.
struct EventRow: StoreRecord {
  static let table = Table(
    "event", key: ["sequence"],
    columns: ["sequence", "epoch", "customer", "date", "instance", "body"])

  var sequence: Int64?
  var epoch: Int
  var customer: Int64
  var date: Int64
  var instance: String?
  var body: String

  init(_ change: LedgerChange, of customer: CustomerNumber, epoch: Int) throws {
    self.epoch = epoch
    self.customer = customer.rawValue
    date = change.date.millisecondsSince1970
    instance = change.instance?.description
    body = try JSONText.encode(change.event)
  }

  func value() throws -> StoredEvent {
    let change = LedgerChange(
      try JSONText.decode(body, of: Self.self, "body"),
      at: Date(millisecondsSince1970: date),
      by: instance.flatMap(UUID.init(uuidString:)).map(LowercaseUUID.init))
    return StoredEvent(sequence: sequence ?? 0, change: change)
  }
}

extension EventRow {
  init(row: Row) throws {
    sequence = try row.decode(forColumn: "sequence")
    epoch = try row.decode(forColumn: "epoch")
    customer = try row.decode(forColumn: "customer")
    date = try row.decode(forColumn: "date")
    instance = try row.decode(forColumn: "instance")
    body = try row.decode(forColumn: "body")
  }

  var arguments: StatementArguments { [sequence, epoch, customer, date, instance, body] }
}

/// A row of the table `orders`.
struct OrderRow: StoreRecord {
  static let table = Table(
    "orders", key: ["customer", "key"],
    columns: ["customer", "key", "request", "outcome"])

  var customer: Int64
  var key: String
  var request: String?
  var outcome: String?

  init(_ record: OrderRecord, key: OrderKey, of customer: CustomerNumber) throws {
    self.customer = customer.rawValue
    self.key = key.description
    guard case .settled(let request, let outcome) = record else { return }
    self.request = try JSONText.encode(request)
    self.outcome = try JSONText.encode(outcome)
  }

  func record() throws -> OrderRecord {
    guard let request, let outcome else { return .closed }
    return .settled(
      request: try JSONText.decode(request, of: Self.self, "request"),
      outcome: try JSONText.decode(outcome, of: Self.self, "outcome"))
  }
}

extension OrderRow {
  init(row: Row) throws {
    customer = try row.decode(forColumn: "customer")
    key = try row.decode(forColumn: "key")
    request = try row.decode(forColumn: "request")
    outcome = try row.decode(forColumn: "outcome")
  }

  var arguments: StatementArguments { [customer, key, request, outcome] }
}
