import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// The operator's list of the notifications about a transaction.
@Suite(.hangLimit) struct TransactionNotificationTests {
  @Test func `a transaction's notifications are listed newest first, with their attempts`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(
      to: NotificationReceiver([.timedOut]), retries: true)
    let phone = try await fixture.device("phone").backend
    let later = Date.fixture + 3_600
    let car = try await phone.buy("nonconsumable.car").transaction().transactionId
    try await phone.buy("nonconsumable.racecar")
    try await engine.sendDueNotifications()
    _ = try await engine.advance(.by(try #require(CalendarDuration("PT1H"))))
    _ = try await fixture.engine.refund(car)

    let list = try await notifications(about: car, in: engine)

    #expect(list.map(\.type) == ["REFUND", "ONE_TIME_CHARGE"])
    #expect(list.map(\.date) == [later, .fixture])
    #expect(
      list.map(\.attempts) == [
        [],
        [
          NotificationAttempt(date: .fixture, result: "TIMED_OUT"),
          NotificationAttempt(date: later, result: "SUCCESS"),
        ],
      ])
  }

  @Test func `without a URL there are no notifications, and without a transaction no list`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let car = try await fixture.device("phone").backend.buy("nonconsumable.car").transaction()
      .transactionId

    #expect(try await notifications(about: car, in: fixture.engine) == [])
    let unknown = TransactionID(rawValue: 7)
    await #expect(throws: StoreError.unknownTransaction(transactionID: unknown)) {
      try await fixture.engine.perform(.transactionNotifications(transactionID: unknown))
    }
  }

  private func notifications(
    about id: TransactionID, in store: StoreEngine
  ) async throws -> [TransactionNotification] {
    let result = try await store.perform(.transactionNotifications(transactionID: id)).value
    guard case .transactionNotifications(let list) = result else {
      throw FixtureError(text: "\(result)")
    }
    return list
  }
}
