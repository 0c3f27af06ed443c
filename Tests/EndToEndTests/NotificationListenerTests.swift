import AppStorePayloads
import Foundation
import StandardStreams
import StoreAPI
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import skdemo

/// A listener to a store whose answers are scripted.
@Suite(.hangLimit) struct NotificationListenerTests {
  @Test func `a listener continues after the last attempt, and ends at its limit`() async throws {
    let store = ScriptedStore([
      .sentNotifications(list: [], last: 5), .sentNotifications(list: [], last: 3),
      .sentNotifications(list: [.numbered(4), .numbered(5)], last: 5),
      .sentNotifications(list: [.numbered(6), .numbered(7)], last: 7),
    ])

    let output = try await Self.output(of: store, last: 2, count: 3)

    #expect(
      store.asked == [
        .sentNotifications(after: nil), .sentNotifications(after: 3), .sentNotifications(after: 3),
        .sentNotifications(after: 5),
      ])
    #expect(
      output == """
        2026-01-21T12:00:04Z  DID_RENEW.BILLING_RECOVERY  pro of ann  SUCCESS  \(notificationUUID)
        2026-01-21T12:00:05Z  DID_RENEW.BILLING_RECOVERY  pro of ann  SUCCESS  \(notificationUUID)
        2026-01-21T12:00:06Z  DID_RENEW.BILLING_RECOVERY  pro of ann  SUCCESS  \(notificationUUID)

        """)
  }

  @Test func `after a reset a listener begins at the new first attempt`() async throws {
    let store = ScriptedStore([
      .sentNotifications(list: [], last: 9), .sentNotifications(list: [], last: 0),
      .sentNotifications(list: [.numbered(1)], last: 1),
    ])

    _ = try await Self.output(of: store, last: 0, count: 1)

    #expect(
      store.asked == [
        .sentNotifications(after: nil), .sentNotifications(after: 9), .sentNotifications(after: 0),
      ])
  }

  @Test func `a listener does not ask for attempts before the first one`() async throws {
    let store = ScriptedStore([
      .sentNotifications(list: [], last: 1), .sentNotifications(list: [.numbered(1)], last: 1),
    ])

    _ = try await Self.output(of: store, last: 20, count: 1)

    #expect(store.asked.last == .sentNotifications(after: 0))
  }

  @Test func `a listener ends with the error of a store that does not answer`() async throws {
    let store = ScriptedStore([.sentNotifications(list: [], last: 0)])

    await #expect(throws: StoreError.unavailable(reason: "no more answers")) {
      try await Self.output(of: store, last: 0, count: nil)
    }
  }

  /// What a listener prints for a person.
  private static func output(
    of store: ScriptedStore, last: Int, count: Int?
  ) async throws -> String {
    let text = Mutex("")
    let listener = NotificationListener(
      store: store, forwarding: .none, output: Output(isJSON: false), last: last, count: count)
    try await StandardStream.$recorder.withValue({ _, printed in
      text.withLock { $0 += printed.text }
    }) {
      try await listener.run(after: listener.start())
    }
    return text.withLock { $0 }
  }
}

private let notificationUUID = "99b16628-15e4-4668-972b-eeff55eeff55"

extension SentNotification {
  /// The attempt with this number, as many seconds after noon.
  fileprivate static func numbered(_ number: Int64) -> SentNotification {
    SentNotification(
      number: number, uuid: LowercaseUUID(UUID(uuidString: notificationUUID) ?? UUID()),
      type: "DID_RENEW",
      subtype: "BILLING_RECOVERY", date: .fixture, account: "ann", transactionID: nil,
      productID: "pro", attempt: 1, attemptDate: .fixture + TimeInterval(number),
      result: "SUCCESS", signedPayload: "e30.e30.e30")
  }
}

/// A store with these answers.
private final class ScriptedStore: StoreOperator {
  private let answers: Mutex<[OperatorResult]>
  private let commands = Mutex<[OperatorCommand]>([])

  init(_ answers: [OperatorResult]) { self.answers = Mutex(answers) }

  /// The commands that it was asked to perform.
  var asked: [OperatorCommand] { commands.withLock { $0 } }

  func perform(
    _ command: OperatorCommand, progress: @escaping ProgressHandler
  ) async throws(StoreError) -> Answer<OperatorResult> {
    commands.withLock { $0.append(command) }
    let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let answer else { throw .unavailable(reason: "no more answers") }
    return Answer(
      answer, at: StoreTime(now: .fixture, isFrozen: true, timeRate: .realTime, epoch: 1))
  }
}
