import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The endpoints of the App Store Server API about notifications.
@Suite(.hangLimit) struct NotificationHistoryTests {
  private static let fuel = "consumable.fuel.octane87"

  @Test func `the history has pages of 20 in the order of the events`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    let phone = try await fixture.device("phone").backend
    for _ in 1...45 { try await phone.buy(Self.fuel) }
    try await engine.sendDueNotifications()

    var pages: [NotificationHistoryResponse] = []
    repeat {
      pages.append(
        try await engine.notificationHistory(
          .all, paginationToken: pages.last?.paginationToken, for: .own))
    } while pages.last?.hasMore == true

    #expect(pages.map(\.notificationHistory.count) == [20, 20, 5])
    #expect(pages.map { $0.paginationToken == nil } == [false, false, true])
    #expect(
      pages.flatMap(\.notificationHistory).map(\.signedPayload)
        == receiver.received.map(\.signedPayload))
    #expect(
      pages.flatMap(\.notificationHistory).allSatisfy {
        $0.sendAttempts
          == [SendAttemptItem(attemptDate: .fixture, sendAttemptResult: .success)]
      })
  }

  @Test func `a page token is for one request, and ends with a reset`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let phone = try await fixture.device("phone").backend
    for _ in 1...21 { try await phone.buy(Self.fuel) }
    try await engine.sendDueNotifications()
    let first = try await engine.notificationHistory(.all, paginationToken: nil, for: .own)
    let token = try #require(first.paginationToken)
    let failures = NotificationHistoryRequest.all.changed { $0.onlyFailures = true }

    for text in ["", "AAAA", token + "A", String(repeating: "A", count: 1_000), token.uppercased()]
    {
      await #expect(throws: APIError.invalidPaginationToken, "\(text)") {
        try await engine.notificationHistory(.all, paginationToken: text, for: .own)
      }
    }
    await #expect(throws: APIError.invalidPaginationToken) {
      try await engine.notificationHistory(failures, paginationToken: token, for: .own)
    }
    _ = try await engine.perform(.reset)
    await #expect(throws: APIError.paginationTokenExpired) {
      try await engine.notificationHistory(.all, paginationToken: token, for: .own)
    }
  }

  @Test func `each filter selects its notifications`() async throws {
    let fixture = try await StoreFixture.make()
    let receiver = NotificationReceiver([.success, .timedOut])
    let engine = try await fixture.sending(to: receiver)
    let alice = try await fixture.device("phone").backend
    try await alice.buy("subscription.pro")
    try await engine.sendDueNotifications()
    try await alice.buy("subscription.standard")
    try await engine.sendDueNotifications()
    let bob = try await fixture.device("tablet", of: "bob")
    let car = try await bob.buy("nonconsumable.car").transaction()
    try await engine.sendDueNotifications()

    #expect(
      try await engine.names(.all) == [
        "SUBSCRIBED INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF DOWNGRADE", "ONE_TIME_CHARGE",
      ])
    #expect(
      try await engine.names { $0.onlyFailures = true } == ["DID_CHANGE_RENEWAL_PREF DOWNGRADE"])
    #expect(try await engine.names { $0.transactionId = car.transactionId } == ["ONE_TIME_CHARGE"])
    #expect(
      try await engine.names { $0.notificationType = "SUBSCRIBED" } == ["SUBSCRIBED INITIAL_BUY"])
    #expect(
      try await engine.names {
        $0.notificationType = "SUBSCRIBED"
        $0.notificationSubtype = "RESUBSCRIBE"
      } == [])
    #expect(
      try await engine.names {
        $0.notificationType = "DID_CHANGE_RENEWAL_PREF"
        $0.notificationSubtype = "DOWNGRADE"
        $0.onlyFailures = true
      } == ["DID_CHANGE_RENEWAL_PREF DOWNGRADE"])
    #expect(
      try await engine.names {
        $0.notificationType = "ONE_TIME_CHARGE"
        $0.onlyFailures = true
      } == [])
    #expect(
      try await engine.names {
        $0.transactionId = car.transactionId
        $0.onlyFailures = true
      } == [])
    #expect(try await engine.names { $0.endDate = .fixture } == [])
  }

  @Test func `an invalid window or filter is refused with Apple's number`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let cases: [(APIError, (inout NotificationHistoryRequest) -> Void)] = [
      (.startDateAfterEndDate, { $0.endDate = $0.startDate }),
      (.startDateAfterEndDate, { $0.startDate = $0.endDate.addingTimeInterval(1) }),
      (
        .startDateAfterEndDate,
        {
          $0.startDate = .fixture.addingTimeInterval(1)
          $0.endDate = .fixture.addingTimeInterval(2)
        }
      ),
      (.startDateTooFarInPast, { $0.startDate = .fixture.addingTimeInterval(-30 * 86_400 - 1) }),
      (.invalidNotificationType, { $0.notificationType = "BOUGHT" }),
      (.invalidNotificationType, { $0.notificationSubtype = "UPGRADE" }),
      (
        .multipleFiltersSupplied,
        {
          $0.notificationType = "TEST"
          $0.transactionId = TransactionID(rawValue: 1)
        }
      ),
      (.transactionIdNotFound, { $0.transactionId = TransactionID(rawValue: 7) }),
    ]
    for (error, edit) in cases {
      let request = NotificationHistoryRequest.all.changed(edit)
      await #expect(throws: error) {
        try await engine.notificationHistory(request, paginationToken: nil, for: .own)
      }
    }
  }

  @Test func `another app has no notifications here`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let car = try await fixture.device("phone").backend.buy("nonconsumable.car").transaction()
    try await engine.sendDueNotifications()
    let ofCustomer = NotificationHistoryRequest.all.changed {
      $0.transactionId = car.transactionId
    }

    let history = try await engine.notificationHistory(.all, paginationToken: nil, for: .other)
    #expect(history == NotificationHistoryResponse(notificationHistory: [], hasMore: false))
    await #expect(throws: APIError.transactionIdNotFound) {
      try await engine.notificationHistory(ofCustomer, paginationToken: nil, for: .other)
    }
    await #expect(throws: APIError.serverNotificationUrlNotFound) {
      try await engine.requestTestNotification(for: .other)
    }
  }

  @Test func `a test notification is sent on request, and its token tells the attempt`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let receiver = NotificationReceiver([.unsuccessfulHTTPResponseCode])
    await #expect(throws: APIError.serverNotificationUrlNotFound) {
      try await fixture.engine.requestTestNotification(for: .own)
    }
    let engine = try await fixture.sending(to: receiver)

    let token = try await engine.requestTestNotification(for: .own).testNotificationToken
    await #expect(throws: APIError.testNotificationNotFound) {
      try await engine.testNotificationStatus(token, for: .own)
    }
    try await engine.sendDueNotifications()
    let status = try await engine.testNotificationStatus(token, for: .own)

    let sent = try #require(receiver.received.first)
    #expect(sent.name == "TEST")
    #expect(token == "\(sent.payload.notificationUUID)_1768996800000")
    #expect(
      status
        == CheckTestNotificationResponse(
          signedPayload: sent.signedPayload,
          sendAttempts: [
            SendAttemptItem(
              attemptDate: .fixture, sendAttemptResult: .unsuccessfulHTTPResponseCode)
          ]))
    await #expect(throws: APIError.testNotificationNotFound) {
      try await engine.testNotificationStatus(token, for: .other)
    }
  }

  @Test func `a test notification has no status while it is sent for the first time`() async throws
  {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let token = try await engine.requestTestNotification(for: .own).testNotificationToken

    #expect(try await engine.claim(atMost: 1).notifications.count == 1)

    await #expect(throws: APIError.testNotificationNotFound) {
      try await engine.testNotificationStatus(token, for: .own)
    }
  }

  @Test func `an invalid test token is refused, and one of an unknown test is not found`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let receiver = NotificationReceiver()
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy("nonconsumable.car")
    try await engine.sendDueNotifications()
    let car = try #require(receiver.received.first).payload.notificationUUID

    for text in ["", "_", "\(car)", "\(car)_", "\(car)_x", "\(car)_1_2", "car_1"] {
      await #expect(throws: APIError.invalidTestNotificationToken, "\(text)") {
        try await engine.testNotificationStatus(text, for: .own)
      }
    }
    for text in ["\(car)_1768996800000", "\(LowercaseUUID(UUID()))_1768996800000"] {
      await #expect(throws: APIError.testNotificationNotFound, "\(text)") {
        try await engine.testNotificationStatus(text, for: .own)
      }
    }
  }
}

extension APICaller {
  fileprivate static let own = APICaller(
    keyID: "ABCDEFGH23", bundleID: StoreEngine.defaultBundleID)
  fileprivate static let other = APICaller(keyID: "ABCDEFGH23", bundleID: "com.example.other")
}

extension NotificationHistoryRequest {
  /// A request for all notifications of a fixture's first day.
  fileprivate static let all = NotificationHistoryRequest(
    startDate: .fixture.addingTimeInterval(-86_400), endDate: .fixture.addingTimeInterval(86_400))

  fileprivate func changed(_ edit: (inout Self) -> Void) -> Self {
    var request = self
    edit(&request)
    return request
  }
}

extension StoreEngine {
  /// The types and subtypes that a request selects.
  fileprivate func names(_ request: NotificationHistoryRequest) async throws -> [String] {
    let history = try await notificationHistory(request, paginationToken: nil, for: .own)
    return try history.notificationHistory.map { item in
      let payload = try JWS(item.signedPayload).payload(as: NotificationPayload.self)
      return [payload.notificationType.rawValue, payload.subtype?.rawValue].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  fileprivate func names(
    _ edit: (inout NotificationHistoryRequest) -> Void
  ) async throws -> [String] {
    try await names(NotificationHistoryRequest.all.changed(edit))
  }
}
