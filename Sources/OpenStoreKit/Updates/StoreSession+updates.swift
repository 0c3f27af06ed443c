import StoreAPI

extension StoreSession {
  func announcements(within limit: AnnouncementLimit) -> AsyncStream<Announcement> {
    let announcements = updates.transactions.listen { limit.admit($0) }
    startListening()
    return announcements
  }

  func statusUpdates() -> AsyncStream<Product.SubscriptionInfo.Status> {
    let subscriptions = updates.statuses.listen()
    startListening()
    return AsyncStream { continuation in
      let task = Task { [weak self] in
        for await subscription in subscriptions {
          guard let self else { break }
          continuation.yield(status(subscription, at: now))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Begins again after the followed state has become invalid.
  func restartListening() { updates.restart(listening()) }

  private func startListening() { updates.start(listening()) }

  private func listening() -> @Sendable () async -> Void {
    { [weak self, environment] in
      await UpdateListener(environment: environment) { [weak self] in self }.run()
    }
  }

  /// Whether anything listens to ``Transaction/updates``.
  package var isListenedTo: Bool { updates.transactions.hasListeners }

  /// Ends the session's listening, and writes what waits to be kept; a released session does this
  /// automatically.
  package func close() {
    updates.stop()
    persistence.keepWaiting()
    let reading = environment.monotonic()
    customer.withLock { _ = $0.streamEnded(at: reading) }
  }
}
