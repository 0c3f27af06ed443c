import Foundation
import StoreAPI

// Moving the clock while notifications are sent.
extension StoreEngine {
  /// Settles everything that is due until `date`, as ``settleInBatches(until:_:)`` does; if
  /// notifications are sent, it stops the clock at each due date and at each repeated attempt.
  ///
  /// At each stop it waits until each notification until then was tried once, so that each
  /// notification is signed and sent at its own time. Call it only in the turn to settle.
  ///
  /// - Returns: The number of renewals, failures and expirations.
  func settleSending(
    until date: Date, _ report: (SettlementProgress) -> Void
  ) async throws(StoreError) -> Int {
    guard notificationTransport != nil, try await settings().sendsNotifications else {
      return try await settleInBatches(until: date, report)
    }
    try await sendAllNotifications()
    var count = 0
    while let stop = try await nextStop(until: date) {
      count += try await settleInBatches(until: stop, report)
      count += try await moveClock(to: stop)
      try await sendAllNotifications()
      settlements.pause()
    }
    return count
  }

  /// Returns the next date until `end` at which something is due, a notification is sent again, or the
  /// developer's server is asked again about a refund request.
  private func nextStop(until end: Date) async throws(StoreError) -> Date? {
    let now = try await settings().now(wall: machineTime)
    let attempt = try await ledgers.nextNotificationDate(after: now)
    let due = try await ledgers.nextDue(until: end)?.date
    let request = try await ledgers.nextConsumptionRequestDate(after: now)
    return [due, attempt, request].compactMap(\.self).filter { $0 <= end }.min()
  }

  /// Moves the clock to `date` unless it is there.
  ///
  /// - Returns: The number of renewals, failures and expirations that became due meanwhile.
  private func moveClock(to date: Date) async throws(StoreError) -> Int {
    guard try await settings().now(wall: machineTime) < date else { return 0 }
    return try await settling(
      { () throws(StoreError) in try await settleInBatches(until: date) },
      before: { () throws(StoreError) in
        try await ledgers.setClock(reaching: date, frozen: nil, settlement())
      }
    ).settled
  }

  /// Sends what is due now, and waits until each of these notifications has been tried once, even by
  /// another process.
  ///
  /// It does not wait for what happens meanwhile, so it ends even if the clock runs and customers buy.
  private func sendAllNotifications() async throws(StoreError) {
    let date = try await settings().now(wall: machineTime)
    try await sendDueNotifications()
    while try await isSending(until: date) {
      try? await sleep(.milliseconds(20))
      guard !Task.isCancelled else { throw .unavailable(reason: "the call was cancelled") }
      try await sendDueNotifications()
    }
  }

  /// Returns whether a notification that was due by `date` has not been tried yet.
  private func isSending(until date: Date) async throws(StoreError) -> Bool {
    guard try await settings().sendsNotifications else { return false }
    return try await ledgers.hasUnsentNotifications(until: date)
  }
}
