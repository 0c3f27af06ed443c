import AppStorePayloads
import AppStoreServerAPI
import CrashScript
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// A process that sells a plan, renews it and sends both notifications, killed at each effect.
@Suite(.serialized, .hangLimit) struct NotificationCrashTests {
  private static let names = ["SUBSCRIBED INITIAL_BUY", "DID_RENEW"]
  /// The effects of sending a notification.
  private static let sending = [
    "storage sign", "storage claim", "notification post", "storage record",
  ]

  @Test
  func `no notification is lost or has two UUIDs, and only one in flight arrives again`()
    async throws
  {
    let fixture = try await CrashFixture.make { store in
      _ = try await store.engine.perform(.setNotificationURL(url: "http://127.0.0.1:9/"))
    }
    let order = Order(key: OrderKey(UUID()), productID: CrashFixture.plan)
    let action = CrashScript.ScriptedAction.serve([
      .buy(purchase: OperatorPurchase(order: order, account: "alice")),
      .advance(move: .to(.fixture + 31 * 86_400)),
    ])

    try await EffectTrace(fixture: fixture, action: action).crashEverywhere { fixture, end in
      if case .completed(let report) = end {
        let effects = report.effects.filter(Self.sending.contains)
        #expect(effects == Self.sending + Self.sending, "\(report.effects)")
      }
      let inFlight = try await fixture.unrecordedNotifications()
      try await fixture.sendTheRest(action)

      let received = try fixture.receivedNotifications()
      let first = received.withoutCopies
      #expect(first.map(\.name) == Self.names, "\(end)")
      #expect(Set(first.map(\.uuid)).count == first.count, "\(end)")
      #expect(received.copies == inFlight, "\(end)")
      let stored = try await fixture.storedNotifications()
      #expect(stored.map(\.notification.uuid) == first.map(\.uuid), "\(end)")
      #expect(
        stored.allSatisfy { $0.attempts.map(\.sendAttemptResult) == [.success] }, "\(end)")
    }
  }
}

/// A notification that the developer's server has received; equal copies have the same bytes.
private struct ReceivedNotification: Hashable {
  var uuid: LowercaseUUID
  /// Such as `SUBSCRIBED INITIAL_BUY`.
  var name: String
  var signedPayload: String

  init(line: Data) throws {
    struct Body: Decodable { let signedPayload: String }
    signedPayload = try JSONDecoder().decode(Body.self, from: line).signedPayload
    let payload = try JWS(signedPayload).payload(as: NotificationPayload.self)
    uuid = payload.notificationUUID
    name = [payload.notificationType.rawValue, payload.subtype?.rawValue].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension [ReceivedNotification] {
  /// Each once, in the order of the first copies.
  fileprivate var withoutCopies: [ReceivedNotification] {
    var seen: Set<ReceivedNotification> = []
    return filter { seen.insert($0).inserted }
  }

  /// Those that have arrived before.
  fileprivate var copies: [ReceivedNotification] {
    var seen: Set<ReceivedNotification> = []
    return filter { !seen.insert($0).inserted }
  }
}

extension CrashFixture {
  /// Runs the action again when the claims of the killed run have ended.
  fileprivate func sendTheRest(_ action: CrashScript.ScriptedAction) async throws {
    var script = script(action)
    script.secondsLater = 20
    _ = try await run(script).report()
  }

  fileprivate func receivedNotifications() throws -> [ReceivedNotification] {
    try Data(contentsOf: CrashScript.receivedNotifications(in: folder))
      .split(separator: UInt8(ascii: "\n")).map { try ReceivedNotification(line: $0) }
  }

  /// What the developer's server has accepted, and the store has not recorded.
  fileprivate func unrecordedNotifications() async throws -> [ReceivedNotification] {
    let recorded = try await storedNotifications().filter { !$0.attempts.isEmpty }
      .map(\.notification.uuid)
    return try receivedNotifications().filter { !recorded.contains($0.uuid) }
  }

  /// Those that were signed, oldest first.
  fileprivate func storedNotifications() async throws -> [StoredNotification] {
    let ledgers = try ledgers()
    defer { ledgers.close() }
    return try await ledgers.notifications(
      NotificationQuery(dates: Date.distantPast..<Date.distantFuture, limit: 9))
  }
}
