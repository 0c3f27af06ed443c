import StoreAPI

extension StoreSession {
  func announcements(within limit: AnnouncementLimit) -> AsyncStream<Announcement> {
    let announcements = transactionBroadcast.listen { limit.admit($0) }
    startListening()
    return announcements
  }

  func statusUpdates() -> AsyncStream<Product.SubscriptionInfo.Status> {
    let subscriptions = statusBroadcast.listen()
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
  func restartListening() {
    if stopListening() { startListening() }
  }

  private func startListening() {
    let environment = environment
    withState { state in
      guard state.listener == nil else { return }
      // Detached, because a task's values may hold this session, which would then never be
      // released.
      state.listener = Task.detached { [weak self] in
        await UpdateListener(environment: environment) { [weak self] in self }.run()
      }
    }
  }

  /// - Returns: Whether the session was listening.
  private func stopListening() -> Bool {
    withState { state in
      state.listener?.cancel()
      defer { state.listener = nil }
      return state.listener != nil
    }
  }

  /// Whether anything listens to ``Transaction/updates``.
  package var isListenedTo: Bool { transactionBroadcast.hasListeners }

  /// Ends the session's listening, and writes what waits to be kept; a released session does this
  /// automatically.
  package func close() {
    _ = stopListening()
    keepWaiting()
    let reading = environment.monotonic()
    withState { _ = $0.customer.streamEnded(at: reading) }
  }
}
