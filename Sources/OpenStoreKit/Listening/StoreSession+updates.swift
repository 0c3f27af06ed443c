import StoreAPI

extension StoreSession {
  func transactionUpdates() -> TransactionUpdates {
    let updates = TransactionUpdates(session: self, stream: transactionBroadcast.listen())
    startListening()
    return updates
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

  /// Begins again after what was followed is void.
  func restartListening() {
    let wasListening = withState { state in
      state.listener?.cancel()
      defer { state.listener = nil }
      return state.listener != nil
    }
    if wasListening { startListening() }
  }

  private func startListening() {
    let environment = environment
    withState { state in
      guard state.listener == nil else { return }
      // Detached: a task's values may hold this session, which would then never go away.
      state.listener = Task.detached { [weak self] in
        await UpdateListener(environment: environment) { [weak self] in self }.run()
      }
    }
  }

  /// Whether anybody listens to ``Transaction/updates``.
  package var isListenedTo: Bool { transactionBroadcast.hasListeners }

  /// Returns as soon as somebody listens to ``Transaction/updates``; it is not cancelled.
  package func listened() async { await transactionBroadcast.listened() }

  /// Ends the session's listening; a session that is dropped does so by itself.
  package func close() {
    withState { state in
      state.listener?.cancel()
      state.listener = nil
      _ = state.customer.receive(.streamEnded(at: environment.monotonic()))
    }
  }
}
