import AppStorePayloads
import StoreAPI
import Synchronization

/// Writes a session's state to the device's file, and limits how often it writes updates.
///
/// A failure is only reported as a diagnostic, because the store has everything.
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

  /// Keeps the purchases now if ``keepSoon()`` has put them off.
  func keepWaiting() {
    guard throttle.withLock({ $0.isWaiting }) else { return }
    keep(.purchases())
  }

  /// - Returns: Whether the purchases were kept; then another pause begins.
  private func keepAfterPause() -> Bool {
    guard throttle.withLock({ $0.pauseEnded() }) else { return false }
    keep(.purchases())
    return true
  }

  /// Applies a change to the device's file, with the state at the time of writing.
  ///
  /// The customer's lock is taken while the file's is held, never the other way round.
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

  /// Returns the current state, for a change to write.
  ///
  /// Call it under the file's lock, so that a later write never has an earlier state. This state
  /// includes the changes that waited to be written, so they no longer wait. Later changes wait again.
  private func currentState(for change: DeviceChange) -> CustomerState {
    // Done before the state is read, so a change in between is written once more.
    if change.isPurchases { throttle.withLock { $0.wrote() } }
    return customer.state
  }

  /// Changes the device's file.
  func keep(_ change: (inout DeviceRecord) -> Void) {
    attempt("saving this device's state") { () throws(DeviceStoreError) in
      try device.update(change)
    }
  }

  /// Reads the device's file.
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
  /// Whether the change writes the purchases.
  fileprivate var isPurchases: Bool {
    if case .purchases = self { true } else { false }
  }
}
