import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The triggers of all notifications.
@Suite(.hangLimit) struct NotificationTriggerTests {
  @Test(arguments: NotificationTrigger.all.map(\.name))
  func `a trigger sends its notification, signed and about a new account`(
    name: String
  ) async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)

    let result = try await engine.perform(.triggerNotification(name)).value
    try await engine.sendDueNotifications()

    let wanted = name.replacing(".", with: " ")
    #expect(receiver.received.filter { $0.name == wanted }.count == 1)
    // The summary of a mass extension is about no customer, so it waits for no other notification.
    if !name.hasPrefix("RENEWAL_EXTENSION.") { #expect(receiver.received.last?.name == wanted) }
    guard case .triggered(name, let account) = result else {
      throw FixtureError(text: "\(result)")
    }
    #expect((account == nil) == (name == "TEST"))
    #expect(account?.hasPrefix("trigger-") != false)
  }

  @Test func `there is a trigger for every notification of the lifecycle scenarios`() {
    let scenarios = Set(
      LifecycleScenario.all.map(\.notification).map { notification in
        [notification.type.rawValue, notification.subtype?.rawValue].compactMap(\.self)
          .joined(separator: ".")
      })
    let others: Set = ["TEST", "RENEWAL_EXTENSION.SUMMARY", "RENEWAL_EXTENSION.FAILURE"]

    #expect(Set(NotificationTrigger.all.map(\.name)) == scenarios.union(others))
    #expect(NotificationTrigger.all.count == scenarios.count + others.count)
  }

  @Test(arguments: ["subscribed.initial_buy", "Subscribed.Initial_Buy"])
  func `a name may be in lower case`(name: String) async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())

    let result = try await engine.perform(.triggerNotification(name)).value

    guard case .triggered("SUBSCRIBED.INITIAL_BUY", _) = result else {
      throw FixtureError(text: "\(result)")
    }
  }

  @Test(arguments: [
    ("EXPIRED", "EXPIRED.VOLUNTARY, EXPIRED.BILLING_RETRY, "),
    ("SUBSCRIBED.UPGRADE", "SUBSCRIBED.INITIAL_BUY, SUBSCRIBED.RESUBSCRIBE"),
    ("PRICE_CHANGE", "SUBSCRIBED.INITIAL_BUY, "), ("", "SUBSCRIBED.INITIAL_BUY, "),
  ])
  func `a notification that the store never sends is refused with those that it sends`(
    name: String, choices: String
  ) async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())

    let error = await #expect(throws: StoreError.self) {
      try await engine.perform(.triggerNotification(name))
    }

    guard case .notificationRefused(_, let reason)? = error else {
      throw FixtureError(text: "\(String(describing: error))")
    }
    #expect(reason.hasPrefix("this store never sends it. Choose one of \(choices)"))
  }

  @Test func `without a URL a trigger is refused, and makes no account`() async throws {
    let fixture = try await StoreFixture.make()
    let before = try await fixture.engine.perform(.accounts).value

    let error = await #expect(throws: StoreError.self) {
      try await fixture.engine.perform(.triggerNotification("DID_RENEW"))
    }

    guard case .notificationRefused("DID_RENEW", _)? = error else {
      throw FixtureError(text: "\(String(describing: error))")
    }
    #expect(try await fixture.engine.perform(.accounts).value == before)
  }

  @Test func `a trigger changes neither the catalogue nor the rules`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let settings = try await engine.perform(.settings).value
    let version = try await engine.ledgers.catalogueVersion(at: .fixture)

    for name in ["EXPIRED.PRODUCT_NOT_FOR_SALE", "DID_FAIL_TO_RENEW.GRACE_PERIOD"] {
      _ = try await engine.perform(.triggerNotification(name))
    }

    #expect(try await engine.perform(.settings).value == settings)
    #expect(try await engine.ledgers.catalogueVersion(at: .fixture) == version)
  }

  @Test(arguments: [
    ("EXPIRED.BILLING_RETRY", 60.0), ("GRACE_PERIOD_EXPIRED", 3.0), ("EXPIRED.VOLUNTARY", 0.0),
    ("DID_RENEW", 0.0),
  ])
  func `only a notification that needs time moves the clock`(
    name: String, days: Double
  ) async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())

    let answer = try await engine.perform(.triggerNotification(name))

    #expect(answer.time.now.timeIntervalSince(.fixture) == days * 86_400)
  }
}
