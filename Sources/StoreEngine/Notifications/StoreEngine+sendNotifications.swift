import AppStorePayloads
import AppStoreServerAPI
import Foundation
package import StoreAPI

// Sending notifications.
extension StoreEngine {
  /// The maximum number of notifications that are sent at the same time.
  static let sendLimit = 32
  /// The time after which another process may send what this one has taken, in seconds: an attempt takes
  /// at most 5.
  static let claimDuration: TimeInterval = 15

  /// Returns the same store with a transport that sends its notifications.
  package func sendingNotifications(by transport: any NotificationTransport) -> StoreEngine {
    changing { $0.notificationTransport = transport }
  }

  /// Sends every notification that is due now, and returns when each has been tried.
  ///
  /// Notifications of one customer are sent one after the other, those of different customers at
  /// the same time. Before that, the server is asked again about the refund requests for which this is
  /// due. The method settles nothing else, and does nothing without a transport or a URL. It does not
  /// wait for other processes that send.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if storage cannot be read or written. If a
  ///   refund request cannot be asked about, or a notification cannot be signed, its error is thrown
  ///   after the others were sent. A notification that was sent
  ///   but could not be recorded is sent again later, with the same UUID.
  package func sendDueNotifications() async throws(StoreError) {
    guard let transport = notificationTransport else { return }
    let refused = try await repeatConsumptionRequests()
    let error = await withTaskGroup(of: StoreError?.self, returning: StoreError?.self) { group in
      var (running, failure, unsigned) = (0, StoreError?.none, refused)
      while failure == nil {
        do throws(StoreError) {
          let claimed = try await claim(atMost: Self.sendLimit - running)
          for notification in claimed.notifications {
            running += 1
            group.addTask { await attempt(notification, by: transport) }
          }
          unsigned = unsigned ?? claimed.error
          // Others may be due after those that cannot be signed.
          if claimed.notifications.isEmpty, claimed.error != nil { continue }
        } catch {
          failure = error
        }
        guard running > 0, let ended = await group.next() else { break }
        running -= 1
        failure = failure ?? ended
      }
      for await ended in group { failure = failure ?? ended }
      return failure ?? unsigned
    }
    if let error { throw error }
  }

  /// Takes due notifications.
  ///
  /// Those that were never tried are signed with the present time.
  func claim(atMost limit: Int) async throws(StoreError) -> ClaimedNotifications {
    guard limit > 0 else { return ClaimedNotifications() }
    return try await ledgers.claimNotifications(notificationClaim(atMost: limit))
  }

  /// Returns the values that storage needs to let this process send notifications now.
  func notificationClaim(atMost limit: Int) -> NotificationClaim {
    NotificationClaim(
      wall: machineTime, limit: limit, duration: Self.claimDuration
    ) { [self] notification, customer, settings throws(StoreError) in
      try signed(notification, about: customer, settings)
    }
  }

  /// Sends a notification once, and records the attempt.
  ///
  /// Cancelling the task does not end the attempt, which takes a few seconds at most: the server may
  /// have the notification already, and would otherwise receive it twice.
  ///
  /// - Returns: The error of storage or of signing; `nil` if the attempt was recorded.
  func attempt(
    _ claimed: ClaimedNotification, by transport: any NotificationTransport
  ) async -> StoreError? {
    await Task { await attemptToEnd(claimed, by: transport) }.value
  }

  private func attemptToEnd(
    _ claimed: ClaimedNotification, by transport: any NotificationTransport
  ) async -> StoreError? {
    do throws(StoreError) {
      let result = try await post(claimed, by: transport)
      let attempt = SendAttemptItem(attemptDate: claimed.date, sendAttemptResult: result)
      let next = claimed.settings.nextAttemptDate(
        after: claimed.attempts + 1, result, at: claimed.date)
      try await ledgers.record(attempt, of: claimed, nextAttemptDate: next)
      return nil
    } catch {
      return error
    }
  }

  private func post(
    _ claimed: ClaimedNotification, by transport: any NotificationTransport
  ) async throws(StoreError) -> SendAttemptResult {
    let settings = claimed.settings
    let url = try? NotificationURL(settings.url, allowsOwnNetwork: settings.allowsOwnNetwork)
    guard let url else { return .other }
    let data = try await body(of: claimed)
    return await transport.post(
      data,
      to: NotificationDestination(url: url, allowsOwnNetwork: settings.allowsOwnNetwork))
  }

  /// Signs a notification at the time that the settings say.
  private func signed(
    _ notification: UnsignedNotification, about customer: CustomerNumber?,
    _ settings: StoreSettings
  ) throws(StoreError) -> String {
    let recipient = Recipient(
      bundleID: settings.bundleID, appTransactionID: customer?.appTransactionID ?? "",
      signedDate: settings.lastNow, environment: settings.environment)
    do {
      let transaction = try notification.transactionPayload(for: recipient)
        .map { try signer.sign($0) }
      let renewalInfo = try notification.renewalInfoPayload(for: recipient)
        .map { try signer.sign($0) }
      return try signer.sign(
        notification.payload(for: recipient, transaction: transaction, renewalInfo: renewalInfo))
    } catch {
      throw .unavailable(reason: "a notification cannot be signed (\(error.sentence))")
    }
  }
}
