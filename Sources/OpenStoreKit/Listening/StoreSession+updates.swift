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
          continuation.yield(status(subscription))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Of what is unfinished, what this session did not buy itself.
  func elsewhere(_ unfinished: [Signed<TransactionPayload>]) -> [Signed<TransactionPayload>] {
    let own = withState { $0.ownPurchases }
    return unfinished.filter { !own.contains($0.payload.transactionId) }
  }

  /// Begins again after what the cursor stood for is void.
  func restartListening() {
    let wasListening = withState { state in
      state.pump?.cancel()
      defer { state.pump = nil }
      return state.pump != nil
    }
    if wasListening { startListening() }
  }

  private func startListening() {
    let environment = environment
    withState { state in
      guard state.pump == nil else { return }
      // Detached: a task's values may hold this session, which would then never go away.
      state.pump = Task.detached { [weak self] in
        await StoreSession.listen(environment) { [weak self] in self }
      }
    }
  }

  /// Receives until it is cancelled, beginning again after every fault.
  ///
  /// The session is held only while something is received, so that it can go away.
  private static func listen(
    _ environment: SessionEnvironment, session: @Sendable () -> StoreSession?
  ) async {
    var pauses = ListeningPauses()
    var isBroken = false
    while !Task.isCancelled {
      var opened: Duration?
      do {
        guard let stream = try await session()?.openUpdates(asking: isBroken) else { return }
        isBroken = true
        opened = environment.monotonic()
        for try await answer in stream {
          pauses.reset()
          guard let session = session() else { return }
          await session.receive(answer)
        }
      } catch StoreFault.unauthorized {
        session()?.failed(.unauthorized)
        return environment.diagnose(
          .failed(doing: "listening to the store", reason: "\(StoreFault.unauthorized)"))
      } catch {
        session()?.publishReason()
      }
      let lifetime = opened.map { environment.monotonic() - $0 } ?? .zero
      let pause = pauses.next(after: lifetime, chance: environment.chance())
      guard !Task.isCancelled, (try? await environment.sleep(pause)) != nil else { return }
    }
  }

  /// The stream from where the last one ended.
  ///
  /// After a broken stream the store must answer first: that says whether it can be reached.
  private func openUpdates(
    asking mustAsk: Bool
  ) async throws -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    if mustAsk || offlineSince != nil { _ = try await refreshedHoldings() }
    if let cursor = withState({ $0.cursor }) { return backend.updates(after: cursor) }
    let holdings = try await refreshedHoldings()
    try Task.checkCancellation()
    return backend.updates(after: begin(with: holdings))
  }

  /// Tells of what waits to be delivered and sets the cursor behind it, unless a listener that began
  /// at the same time has done so.
  ///
  /// - Returns: Where the cursor stands.
  private func begin(with holdings: CustomerHoldings) -> Int64 {
    let standing = withState { state in
      defer { state.cursor = state.cursor ?? holdings.sequence }
      return state.cursor
    }
    if let standing { return standing }
    for signed in elsewhere(holdings.unfinished) { transactionBroadcast.send(signed) }
    moveCursor(to: holdings.sequence)
    return holdings.sequence
  }

  private func receive(_ answer: Answer<StoreUpdate>) async {
    didReceive(answer.time)
    guard isCurrent(answer.time) else { return }
    let isRefreshed = (try? await refreshedHoldings()) != nil
    // A reset may have come meanwhile: what was before it is nobody's.
    guard isCurrent(answer.time) else { return }
    await announce(answer.value, isRefreshed: isRefreshed)
    guard isCurrent(answer.time) else { return }
    moveCursor(to: answer.value.sequence)
  }

  private func isCurrent(_ time: StoreTime) -> Bool {
    !Task.isCancelled && withState { $0.clock.answered.epoch } == time.epoch
  }

  /// A subscription that changed is announced when the holdings are taken, whoever changed it.
  private func announce(_ update: StoreUpdate, isRefreshed: Bool) async {
    switch update.change {
    case .transaction(let jws):
      let signed = await verifier.read(jws, as: TransactionPayload.self, report: report)
      guard let signed else { return }
      settlePending(of: [signed.payload.productId])
      if isNews(signed.payload, of: update) { transactionBroadcast.send(signed) }
    case .subscription(let subscription) where !isRefreshed:
      let read = await verifier.read(subscription, report: report)
      if let read { statusBroadcast.send(read) }
    case .subscription, .finished: break
    }
  }

  /// Whether the app has to hear of it; a refund or an upgrade always is.
  ///
  /// What the device held when the session began is no news, unless it still waits to be delivered.
  private func isNews(_ payload: TransactionPayload, of update: StoreUpdate) -> Bool {
    guard payload.revocationDate == nil, payload.isUpgraded == nil else { return true }
    return withState { state in
      update.sequence > state.knownAtStart
        || state.holdings?.isWaiting(payload.transactionId) == true
    }
  }

  private func moveCursor(to sequence: Int64) {
    withState { $0.cursor = max($0.cursor ?? sequence, sequence) }
    keep { $0.cursor = max($0.cursor ?? sequence, sequence) }
  }
}
