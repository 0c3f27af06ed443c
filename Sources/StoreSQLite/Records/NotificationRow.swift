import AppStorePayloads
import AppStoreServerAPI
import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `notification`, to which SQLite gives its number.
struct NotificationRow: StoreRecord {
  static let table = Table<NotificationRow>(
    "notification", key: ["number"],
    columns: [
      "uuid": { $0.value.uuid.description },
      "type": { $0.value.type.rawValue },
      "subtype": { $0.value.subtype?.rawValue },
      "date": { $0.value.date.millisecondsSince1970 },
      "customer": { $0.value.customer?.rawValue },
      "transaction_id": { $0.value.transactionID?.column },
      "event": { $0.event?.sequence },
      "position": { $0.event?.position },
      "details": { try $0.details.map(JSONText.encode) },
      // It is due at once.
      "next_attempt_date": { $0.value.date.millisecondsSince1970 },
    ])

  private(set) var number: Int64 = 0
  let value: OutgoingNotification
  private(set) var signedPayload: String?
  private(set) var attempts = 0
  /// The end of a claim on the machine's clock, in milliseconds since 1970; `nil` if no process has
  /// taken the notification.
  private(set) var claimedUntil: Int64?

  init(_ notification: OutgoingNotification) { value = notification }

  /// The event that has the notification; `nil` if there is no event.
  var event: (sequence: Int64, position: Int)? {
    guard case .event(let sequence, let position) = value.source else { return nil }
    return (sequence, position)
  }

  private var details: NotificationDetails? {
    guard case .details(let details) = value.source else { return nil }
    return details
  }
}

extension NotificationRow {
  init(row: CheckedRow) throws {
    number = try row.number("number")
    value = OutgoingNotification(
      uuid: try row.uuid("uuid"), type: try Self.value(row, "type"),
      subtype: try Self.valueIfPresent(row, "subtype"), date: try row.date("date"),
      customer: try row.customerIfPresent("customer"),
      transactionID: try row.numberIfPresent("transaction_id", in: 0...Int64.max)
        .map(TransactionID.init(rawValue:)),
      source: try Self.source(row))
    signedPayload = try row.decode(String?.self, forColumn: "signed_payload")
    attempts = try row.number("attempts")
    claimedUntil = try row.numberIfPresent("claimed_until", in: .min ... .max)
  }

  private static func source(_ row: CheckedRow) throws -> OutgoingNotification.Source {
    guard let sequence: Int64 = try row.numberIfPresent("event") else {
      return .details(try JSONText.decode(row, of: Self.self, "details"))
    }
    return .event(sequence: sequence, position: try row.number("position"))
  }

  private static func value<Value: RawRepresentable<String>>(
    _ row: CheckedRow, _ column: String
  ) throws -> Value {
    let value: Value? = try valueIfPresent(row, column)
    return try value.required(column, of: Self.self)
  }

  private static func valueIfPresent<Value: RawRepresentable<String>>(
    _ row: CheckedRow, _ column: String
  ) throws -> Value? {
    guard let text = try row.decode(String?.self, forColumn: column) else { return nil }
    return try Value(rawValue: text).required(column, of: Self.self)
  }
}

/// A row of the table `notification_attempt`.
struct NotificationAttemptRow: StoreRecord {
  static let table = Table<NotificationAttemptRow>(
    "notification_attempt", key: ["notification", "number"],
    columns: [
      "notification": { $0.notification },
      "number": { $0.number },
      "date": { $0.value.attemptDate.millisecondsSince1970 },
      "result": { $0.value.sendAttemptResult.rawValue },
      "sequence": { $0.sequence },
    ])

  let notification: Int64
  let number: Int64
  let value: SendAttemptItem
  /// The number in the order of all attempts; `nil` if the attempt was made before there was one.
  let sequence: Int64?

  init(_ attempt: SendAttemptItem, of notification: Int64, number: Int64, sequence: Int64) {
    self.notification = notification
    self.number = number
    self.sequence = sequence
    value = attempt
  }
}

extension NotificationAttemptRow {
  init(row: CheckedRow) throws {
    notification = try row.number("notification")
    number = try row.number("number")
    sequence = try row.numberIfPresent("sequence")
    let text: String = try row.decode(forColumn: "result")
    value = SendAttemptItem(
      attemptDate: try row.date("date"),
      sendAttemptResult: try SendAttemptResult(rawValue: text).required("result", of: Self.self))
  }
}
