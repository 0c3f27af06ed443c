import StoreAPI
import Synchronization

/// What one running copy of the app knows of its customer, under one lock.
///
/// The link to the store, the purchases and the orders are not parts of their own: one answer changes
/// all of them in one step, and a snapshot and the device's file have them as they are at one moment.
/// What follows from a change is returned, to be done without the lock.
final class KnownCustomer: Sendable {
  private let current: Mutex<CustomerState>
  private let monotonic: @Sendable () -> Duration
  /// Sends every change between online and offline.
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
  /// - Parameter body: Calls no other part of a session.
  /// - Returns: What `body` returns.
  func withLock<Result>(
    _ body: (inout CustomerState) -> sending Result
  ) -> sending Result {
    current.withLock(body)
  }

  /// - Returns: What follows from the change.
  func change(
    _ event: (inout CustomerState) -> [CustomerState.Action]
  ) -> [CustomerState.Action] {
    let reading = monotonic()
    return withLock { state in
      let actions = event(&state) + state.dueRollbackCheck()
      // Now, and not when somebody listens: a message may be due again before that.
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
  /// Under the lock, and as it is now: the last element must be the present connection. A broadcast
  /// calls nothing that takes this lock.
  func publishConnection() {
    withLock { state in
      if let connection = state.link.connection { connections.send(connection) }
    }
  }

  /// Sets the due messages to those of the purchases.
  ///
  /// Under the lock, so that the messages see every state, in order: one that is due again after it was
  /// not is another message. They call nothing under their own lock.
  private func updateMessages(_ state: CustomerState, at reading: Duration) {
    messages.update(state.purchases.ownSubscriptions, at: state.link.clock.now(at: reading))
  }
}

extension CustomerState {
  fileprivate init(
    _ record: DeviceRecord, _ kept: VerifiedPurchases?, environment: SessionEnvironment
  ) {
    let silence = max(0, environment.wallClock().timeIntervalSince(record.heardAt))
    // What the operator simulated then may be over; the store's next answer says what is simulated now.
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
