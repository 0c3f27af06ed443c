import Foundation
package import StoreAPI
import Synchronization

// Sending notifications while a program runs.
extension StoreEngine {
  /// Settles what is due and sends notifications, each at its time, until the task is cancelled.
  ///
  /// It waits for changes of any process, and for the next due date if the clock runs. A server that
  /// does not answer delays only the notifications of the same customer, and no request of the store.
  /// Without a transport it returns at once. While the store has no URL it reads the store only when
  /// the settings change. Attempts that are being made when the task is cancelled are completed.
  ///
  /// - Parameter report: Receives an error of storage or of signing, after which it tries again.
  package func runNotificationService(
    reporting report: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) async {
    guard let transport = notificationTransport else { return }
    while await waitForURL(report) { await sendWhileThereIsURL(by: transport, report) }
  }

  /// Waits until the store has a URL.
  ///
  /// - Returns: `false` if the task is cancelled.
  private func waitForURL(_ report: @Sendable (StoreError) -> Void) async -> Bool {
    // Purchases do not wake it.
    let signal = UpdateSignal(of: .nobody, in: self)
    var errors = 0
    while await signal.next(within: errors > 0 ? .due(Self.pause(after: errors)) : nil) {
      do throws(StoreError) {
        guard try await !settings().sendsNotifications else { return true }
        errors = 0
      } catch {
        report(error)
        errors += 1
      }
    }
    return false
  }

  /// Sends notifications until the store has no URL, or the task is cancelled.
  private func sendWhileThereIsURL(
    by transport: any NotificationTransport, _ report: @escaping @Sendable (StoreError) -> Void
  ) async {
    let signal = UpdateSignal(of: nil, in: self)
    let running = RunningCount()
    await withDiscardingTaskGroup { group in
      var (pause, errors) = (Duration?.none, 0)
      while await signal.next(within: pause.map { .due(min($0, Self.longestPause)) }) {
        do throws(StoreError) {
          guard try await settings().sendsNotifications else { return }
          let claimed = try await claimOnTime(atMost: Self.sendLimit - running.value)
          for notification in claimed.notifications {
            running.add(1)
            group.addTask {
              if let error = await attempt(notification, by: transport) { report(error) }
              running.add(-1)
              signal.wake()
            }
          }
          if let error = claimed.error { report(error) }
          pause = try await timeToNextNotification()
          errors = 0
        } catch {
          report(error)
          errors += 1
          pause = Self.pause(after: errors)
        }
      }
    }
  }

  /// Returns the pause after a number of consecutive errors: 1 second after the first, and twice as long
  /// after each further one, up to 64 seconds.
  private static func pause(after errors: Int) -> Duration { .seconds(1 << min(errors - 1, 6)) }

  /// The time after which it looks whether a notification that another process has taken was sent, or is
  /// due again.
  private static let pauseBeforeRetry: Duration = .seconds(1)

  private static let pauseAfterJump: Duration = .seconds(60)

  /// A longer pause is split, because systems count nanoseconds in 64 bits.
  private static let longestPause: Duration = .seconds(86_400)

  /// Settles what is due, and takes the notifications that are due then.
  private func claimOnTime(atMost limit: Int) async throws(StoreError) -> ClaimedNotifications {
    _ = try await settled()
    let refused = try await repeatConsumptionRequests()
    var claimed = try await claim(atMost: limit)
    claimed.error = claimed.error ?? refused
    return claimed
  }

  /// Returns the time until something is due if no process writes; `nil` if nothing will be due.
  ///
  /// A notification that another process has taken may be due again when its claim ends.
  private func timeToNextNotification() async throws(StoreError) -> Duration? {
    let settings = try await settings()
    // Nothing becomes due until the operator accepts the jump, but the clock may be corrected.
    guard settings.jump(wall: machineTime) == nil else { return Self.pauseAfterJump }
    let now = settings.now(wall: machineTime)
    let first = try await ledgers.nextNotificationDate(after: nil) ?? .distantFuture
    let retry = first <= now ? Self.pauseBeforeRetry : nil
    guard !settings.clock.isFrozen else { return retry }
    let dates = [
      try await ledgers.nextNotificationDate(after: now),
      try await ledgers.nextDue(until: .distantFuture)?.date,
      try await ledgers.nextConsumptionRequestDate(after: now),
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
