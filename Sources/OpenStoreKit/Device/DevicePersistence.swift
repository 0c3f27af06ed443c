import AppStorePayloads
import StoreAPI
import Synchronization

/// Keeps what a session knows in the device's file, and limits how often it writes updates.
///
/// A failure is a diagnostic, because the store keeps it all.
final class DevicePersistence: Sendable {
  private let device: DeviceStore
  private let customer: KnownCustomer
  private let environment: SessionEnvironment
  let throttle = Mutex(WriteThrottle())

  init(_ device: DeviceStore, of customer: KnownCustomer, environment: SessionEnvironment) {
    self.device = device
    self.customer = customer
    self.environment = environment
  }

  /// Keeps the purchases, at most once in ``WriteThrottle/pause``.
  func keepSoon() {
    guard throttle.withLock({ $0.requested() }) else { return }
    keep(.purchases())
    let sleep = environment.sleep
    Task.detached { [weak self] in
      repeat { try? await sleep(WriteThrottle.pause) } while self?.keepAfterPause() == true
    }
  }

  /// Keeps the purchases now if they were to be kept soon.
  func keepWaiting() {
    guard throttle.withLock({ $0.isWaiting }) else { return }
    keep(.purchases())
  }

  /// - Returns: Whether something was kept, so that another pause begins.
  private func keepAfterPause() -> Bool {
    guard throttle.withLock({ $0.pauseEnded() }) else { return false }
    keep(.purchases())
    return true
  }

  /// Makes a change in the device's file, of the state as it is then.
  ///
  /// The customer's lock is taken under the file's; nothing takes them the other way round.
  func keep(_ change: DeviceChange) {
    let date = environment.wallClock()
    var finished: Set<TransactionID> = []
    keep { record in
      let state = currentState(for: change)
      finished = state.finishedElsewhere
      record.apply(change, of: state, heardAt: date)
    }
    if change.isPurchases { customer.withLock { $0.wroteFinished(finished) } }
  }

  /// Returns the state that a change writes, as it is now.
  ///
  /// Call it under the file's lock, so that a later write never has an earlier state. What waited to
  /// be written is in this state, so it waits no longer; what comes from now on waits again.
  private func currentState(for change: DeviceChange) -> CustomerState {
    // Before the state is read: what comes in between is written once more.
    if change.isPurchases { throttle.withLock { $0.wrote() } }
    return customer.state
  }

  /// Changes what the device keeps.
  func keep(_ change: (inout DeviceRecord) -> Void) {
    attempt("saving this device's state") { () throws(DeviceStoreError) in
      try device.update(change)
    }
  }

  /// Reads what the device keeps.
  ///
  /// - Parameter action: Names the purpose in the diagnostic.
  /// - Returns: The content of the file; `nil` if it cannot be read.
  func record(_ action: String) -> DeviceRecord? {
    attempt(action) { () throws(DeviceStoreError) in try device.read() }
  }

  @discardableResult
  private func attempt<Value>(
    _ action: String, _ body: () throws(DeviceStoreError) -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      environment.diagnose(.failed(doing: action, reason: error.sentence))
      return nil
    }
  }
}

extension DeviceChange {
  /// Whether the purchases are written.
  fileprivate var isPurchases: Bool {
    if case .purchases = self { true } else { false }
  }
}
