import Foundation
package import StoreAPI
import Synchronization

// Sending notifications while a program runs.
extension StoreEngine {
  /// Settles what is due and sends notifications, each at its time, until the task is cancelled.
  ///
  /// It waits for changes of any process, and for the next due date if the clock runs. A server that
  /// does not answer delays only the notifications of the same customer, and no request of the store.
  /// Without a transport it returns at once; while the store has no URL it only waits.
  ///
  /// - Parameter report: Receives an error of storage, after which it tries again.
  package func runNotificationService(
    reporting report: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) async {
    guard let transport = notificationTransport else { return }
    let signal = UpdateSignal(of: nil, in: self)
    let running = RunningCount()
    await withDiscardingTaskGroup { group in
      var pause: Duration?
      while await signal.next(within: pause.map { .due(min($0, Self.longestPause)) }) {
        do throws(StoreError) {
          for claimed in try await claimOnTime(atMost: Self.sendLimit - running.value) {
            running.add(1)
            group.addTask {
              if let error = await attempt(claimed, by: transport) { report(error) }
              running.add(-1)
              signal.wake()
            }
          }
          pause = try await timeToNextNotification()
        } catch {
          report(error)
          pause = Self.pauseAfterError
        }
      }
    }
  }

  private static let pauseAfterError: Duration = .seconds(1)

  /// The time after which it looks whether a notification that another process has taken was sent, or is
  /// due again.
  private static let pauseBeforeRetry: Duration = .seconds(1)

  private static let pauseAfterJump: Duration = .seconds(60)

  /// A longer pause is split, because systems count nanoseconds in 64 bits.
  private static let longestPause: Duration = .seconds(86_400)

  /// Settles what is due, and takes the notifications that are due then.
  private func claimOnTime(atMost limit: Int) async throws(StoreError) -> [ClaimedNotification] {
    guard try await settings().sendsNotifications else { return [] }
    _ = try await settled()
    return try await claim(atMost: limit)
  }

  /// Returns the time until something is due if no process writes; `nil` if nothing will be due.
  ///
  /// A notification that another process has taken may be due again when its claim ends.
  private func timeToNextNotification() async throws(StoreError) -> Duration? {
    let settings = try await settings()
    guard settings.sendsNotifications else { return nil }
    // Nothing becomes due until the operator accepts the jump, but the clock may be corrected.
    guard settings.jump(wall: machineTime) == nil else { return Self.pauseAfterJump }
    let now = settings.now(wall: machineTime)
    let first = try await ledgers.nextNotificationDate(after: nil) ?? .distantFuture
    let retry = first <= now ? Self.pauseBeforeRetry : nil
    guard !settings.clock.isFrozen else { return retry }
    let dates = [
      try await ledgers.nextNotificationDate(after: now),
      try await ledgers.nextDue(until: .distantFuture)?.date,
    ]
    let next = dates.compactMap(\.self).min().map { date in
      Duration.seconds(max(0.001, date.timeIntervalSince(now)))
    }
    return [retry, next].compactMap(\.self).min()
  }
}

/// The number of attempts that are being made.
private final class RunningCount: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func add(_ number: Int) { count.withLock { $0 += number } }
}
