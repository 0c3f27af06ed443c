import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The fields of a notification's payload, made of a recorded event.
@Suite struct UnsignedNotificationTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  @Test func `every reason for a refund has Apple's name`() {
    #expect(
      RefundReason.allCases.map { ConsumptionRequestReason($0).rawValue }
        == RefundReason.allCases.map(\.rawValue))
  }

  @Test mutating func `the status is the one at the time of the event`() throws {
    shop.snapshot.rules.gracePeriod = .days3
    try shop.buy("premium.plus")
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-10")
    try shop.recoverBilling("premium.plus")
    try shop.disableAutoRenew("premium.plus")
    try shop.advance(to: "2026-04-01")

    let statuses = try shop.statuses
    #expect(
      statuses == [
        "SUBSCRIBED: active", "DID_FAIL_TO_RENEW: billingGracePeriod",
        "GRACE_PERIOD_EXPIRED: billingRetry", "DID_RENEW: active",
        "DID_CHANGE_RENEWAL_STATUS: active", "EXPIRED: expired",
      ])
  }

  @Test mutating func `the refund of an earlier period does not revoke the subscription`() throws {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-02-10")
    try shop.refund(first)
    let current = try #require(shop.subscription).transactionID
    try shop.refund(current)

    let statuses = try shop.statuses.filter { $0.hasPrefix("REFUND") }
    #expect(statuses == ["REFUND: active", "REFUND: revoked"])
  }

  @Test mutating func `a car has neither a status nor renewal information`() throws {
    try shop.buy("car")

    let notifications = try shop.unsignedNotifications
    let notification = try #require(notifications.first)
    let payload = notification.payload(for: .test, transaction: "signed", renewalInfo: nil)

    #expect(notification.renewalInfoPayload(for: .test) == nil)
    guard case .data(let data) = payload.subject else { throw FixtureProblem() }
    #expect(payload.notificationType == .oneTimeCharge)
    #expect(payload.subtype == nil)
    #expect(payload.signedDate == .distantPast)
    #expect(data.status == nil)
    #expect(data.signedTransactionInfo == "signed")
    #expect(data.bundleVersion == "1.0")
    #expect(data.appAppleId == nil)
  }

  @Test func `a test has only the app, and a summary is sent as it was recorded`() {
    let uuid = LowercaseUUID(UUID())
    let summary = NotificationSummaryPayload(
      environment: .sandbox, bundleId: "com.example.shop", productId: "pro",
      requestIdentifier: "outage", succeededCount: 7, failedCount: 0)
    let test = UnsignedNotification(.test, uuid: uuid, about: .test)
    let end = UnsignedNotification(
      .renewalExtension, .summary, uuid: uuid, about: .summary(summary))

    #expect(test.transactionPayload(for: .test) == nil)
    #expect(
      test.payload(for: .test, transaction: nil, renewalInfo: nil).subject
        == .data(NotificationDataPayload(environment: .sandbox, bundleId: "com.example.shop")))
    #expect(
      end.payload(for: .test, transaction: nil, renewalInfo: nil).subject == .summary(summary))
  }
}

private struct FixtureProblem: Error {}

extension Recipient {
  fileprivate static let test = Recipient(
    bundleID: "com.example.shop", appTransactionID: "1", signedDate: .distantPast,
    environment: .sandbox)
}

extension LedgerFixture {
  /// The notifications of all events, oldest first.
  fileprivate var unsignedNotifications: [UnsignedNotification] {
    get throws {
      try draft.changes.indices.flatMap { index in
        let change = draft.changes[index]
        return try change.notifications.map { notification in
          let state = change.notificationState(after: index > 0 ? draft.changes[index - 1] : nil)
          return UnsignedNotification(
            notification, uuid: LowercaseUUID(UUID()), about: try #require(state), at: change.date)
        }
      }
    }
  }

  /// Each notification's type and status, such as `EXPIRED: expired`.
  fileprivate var statuses: [String] {
    get throws {
      try unsignedNotifications.map { notification in
        let payload = notification.payload(for: .test, transaction: nil, renewalInfo: nil)
        guard case .data(let data) = payload.subject, let status = data.status else {
          throw FixtureProblem()
        }
        return "\(payload.notificationType.rawValue): \(status)"
      }
    }
  }
}
