import StoreAPI

extension StoreSession {
  /// Whether the store answers.
  package enum Connection: Hashable, Sendable {
    case online
    /// The store has not answered since this moment of its time.
    case offline(since: Date)
    /// The store no longer knows this device.
    case signedOut
  }

  /// The store's time, computed from its last answer; a frozen clock stands still.
  ///
  /// While the store has not answered this run of the app, the machine's clock says how much time has
  /// passed since its last answer.
  package var now: Date { customer.now }

  /// Since when the store has not answered, in its own time; `nil` if it answers.
  package var offlineSince: Date? { customer.withLock { $0.link.offlineSince } }

  /// Whether the store answers, and its updates keep the customer's purchases current.
  package var isCurrent: Bool {
    customer.withLock { $0.link.state == .online && $0.known.state == .current }
  }

  /// The account of the device.
  package var account: String { device.account }

  /// The device's name.
  package var deviceName: String { device.name }

  /// Yields every change between online and offline from now on, until the task is cancelled.
  ///
  /// If something listens to ``Transaction/updates``, `offline` is yielded again when the reason
  /// changes. `online` is also yielded after the store was reset: everything must be asked again.
  package var connectionChanges: AsyncStream<Connection> { customer.connections.listen() }

  /// Yields when the store's clock is moved, frozen or let run, and when what it sells has changed,
  /// until the task is cancelled.
  ///
  /// Something must listen to ``Transaction/updates``.
  package var timeChanges: AsyncStream<Void> { updates.times.listen() }

  /// Yields when other orders wait or were not approved, until the task is cancelled.
  ///
  /// Something must listen to ``Transaction/updates``.
  package var orderChanges: AsyncStream<Void> { updates.orders.listen() }

  /// Yields the IDs of transactions whose refunds are declined from now on, until the task is cancelled.
  ///
  /// Those that were declined while the app was closed are in the history.
  ///
  /// Something must listen to ``Transaction/updates``.
  package var declinedRefunds: AsyncStream<UInt64> { updates.declinedRefunds.listen() }

  /// Asks the store for the purchases, and takes them.
  ///
  /// - Returns: Whether the store answered.
  @discardableResult
  package func reconnect() async -> Bool {
    (try? await refreshedPurchases()) != nil
  }
}
