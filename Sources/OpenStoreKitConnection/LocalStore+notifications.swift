package import StoreAPI
import StoreEngine

// Sending the notifications of the stores that this process has open as a customer or an operator.
extension LocalStore {
  /// Sends every notification that is due, before the process ends; afterwards it sends no more.
  ///
  /// - Throws: The first error of a store; the other stores still send their notifications.
  package static func sendDueNotifications() async throws(StoreError) {
    var failure: StoreError?
    for engine in StoreUse.locks.takeEngines() {
      do throws(StoreError) {
        try await engine.sendDueNotifications()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Sends each notification when it happens, until the task is cancelled.
  ///
  /// An error of storage does not end it; a command that uses the store shows it.
  package static func runNotificationService() async {
    await withDiscardingTaskGroup { group in
      for engine in StoreUse.locks.engines {
        group.addTask { await engine.runNotificationService() }
      }
    }
  }
}
