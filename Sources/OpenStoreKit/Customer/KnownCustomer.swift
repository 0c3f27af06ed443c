import StoreAPI
import Synchronization

/// The customer's state as one running copy of the app knows it, protected by one lock.
///
/// The connection to the store, the purchases and the orders share the lock. One answer can change all
/// of them, and a snapshot and the device's file must show them at the same moment. A change returns
/// the actions that follow from it; the caller performs them without the lock.
final class KnownCustomer: Sendable {
  private let current: Mutex<CustomerState>
  private let monotonic: @Sendable () -> Duration
  /// Sends the connection whenever it changes.
  let connections = Broadcast<StoreSession.Connection>()
  private let messages: PendingMessages

  /// - Parameters:
  ///   - record: The device's file.
  ///   - kept: Its purchases, verified.
  ///   - messages: Receives the messages that are due.
  ///   - environment: The machine's clocks.
  init(
    _ record: DeviceRecord, _ kept: VerifiedPurchases?, messages: PendingMessages,
    environment: SessionEnvironment
  ) {
    current = Mutex(CustomerState(record, kept, environment: environment))
    monotonic = environment.monotonic
    self.messages = messages
  }

  var state: CustomerState { withLock { $0 } }

  /// The store's time, computed from its last answer.
  var now: Date {
    let reading = monotonic()
    return withLock { $0.link.clock.now(at: reading) }
  }

  /// Reads or changes the state under its lock.
  ///
  /// - Parameter body: A function that calls no other part of the session.
  /// - Returns: The result of `body`.
  func withLock<Result>(
    _ body: (inout CustomerState) -> sending Result
  ) -> sending Result {
    current.withLock(body)
  }

  /// - Returns: The actions that follow from the change.
  func change(
    _ event: (inout CustomerState) -> [CustomerState.Action]
  ) -> [CustomerState.Action] {
    let reading = monotonic()
    return withLock { state in
      let actions = event(&state) + state.dueRollbackCheck()
      // Updated now, even if nothing listens: a message may stop being due and become due again.
      if actions.contains(where: \.isStatus) { updateMessages(state, at: reading) }
      return actions
    }
  }

  /// Returns the next message for a listener, and marks it as received; `nil` if no message is due.
  func nextMessage(for listener: MessageQueue.ListenerID) -> Message? {
    let reading = monotonic()
    withLock { updateMessages($0, at: reading) }
    return messages.next(for: listener)
  }

  /// Sends the connection to the listeners.
  ///
  /// It is read and sent under the lock, so that the last element is the present connection. A
  /// broadcast calls nothing that takes this lock.
  func publishConnection() {
    withLock { state in
      if let connection = state.link.connection { connections.send(connection) }
    }
  }

  /// Sets the due messages to those of the purchases.
  ///
  /// Call it under the lock, so that the messages see every state in order: a message that stops being
  /// due and becomes due again is a new one. ``PendingMessages`` calls nothing under its own lock.
  private func updateMessages(_ state: CustomerState, at reading: Duration) {
    messages.update(state.purchases.ownSubscriptions, at: state.link.clock.now(at: reading))
  }
}

extension CustomerState {
  fileprivate init(
    _ record: DeviceRecord, _ kept: VerifiedPurchases?, environment: SessionEnvironment
  ) {
    let silence = max(0, environment.wallClock().timeIntervalSince(record.heardAt))
    // The simulated errors in the file may be outdated; the store's next answer has the present ones.
    var time = record.time
    time.simulatedErrors = [:]
    let waiting = record.orders.filter(\.isPending).map { ($0.key, $0.productID) }
    self.init(
      clock: SessionClock(
        answered: time, readAt: environment.monotonic() - .seconds(silence)),
      known: KnownPurchases(kept, cursor: record.cursor),
      pending: Dictionary(waiting) { first, _ in first },
      kept: Set(record.unfinished?.compactMap(\.identity) ?? []),
      newest: ReceivedTransaction(newestIn: record))
  }
}

extension CustomerState.Action {
  fileprivate var isStatus: Bool {
    if case .announceStatus = self { true } else { false }
  }
}
