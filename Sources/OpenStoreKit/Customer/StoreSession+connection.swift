import StoreAPI

extension StoreSession {
  /// Whether the store answers.
  package enum Connection: Hashable, Sendable {
    case online
    /// What is shown is from this moment of the store's time.
    case offline(since: Date)
    /// The store no longer knows this device.
    case signedOut
  }

  /// The store's time, told from its last answer; a frozen clock stands still.
  ///
  /// Between two runs of the app, as long as the store does not answer, the machine's clock says
  /// how much time has passed.
  package var now: Date {
    let reading = environment.monotonic()
    return withState { $0.customer.link.clock.now(at: reading) }
  }

  /// Since when the store has not answered, in its own time; `nil` while it answers.
  package var offlineSince: Date? { withState { $0.customer.link.offlineSince } }

  /// Why the store does not answer, as the end of a sentence without control characters; `nil` while
  /// it answers.
  package var offlineReason: String? {
    withState { $0.customer.link.offlineSince == nil ? nil : $0.customer.link.reason }
  }

  /// Whether the store no longer knows this device: then it holds nothing and hears nothing more.
  package var isSignedOut: Bool { withState { $0.customer.link.state == .signedOut } }

  /// Whose device this is.
  package var account: String { device.account }

  /// The device's name.
  package var deviceName: String { device.name }

  /// Products with an order that waits for something else to happen, such as a parent's approval.
  package var pendingProducts: Set<String> { withState { Set($0.customer.pending.values) } }

  /// Every change between online and offline from now on, until the task is cancelled.
  ///
  /// While somebody listens to ``Transaction/updates``, `offline` comes again when the reason is
  /// another.
  /// A store that has been reset says `online` too: everything is to be asked again.
  package var connectionChanges: AsyncStream<Connection> { connectionBroadcast.listen() }

  /// Whenever the store's clock is moved, frozen or let run, while somebody listens to
  /// ``Transaction/updates``; until the task is cancelled.
  package var timeChanges: AsyncStream<Void> { timeBroadcast.listen() }

  /// Asks the store again and says whether it answered; everything else follows from that.
  @discardableResult
  package func reconnect() async -> Bool {
    do {
      _ = try await refreshedHoldings()
      return true
    } catch {
      return false
    }
  }
}
