import AppStorePayloads
import StoreAPI

/// Follows the store's updates for a session.
///
/// It holds the session only while something is received, so that the session can be released.
struct UpdateListener: Sendable {
  let environment: SessionEnvironment
  let session: @Sendable () -> StoreSession?

  /// Performs the machine's actions until the task is cancelled, the session is released, or the
  /// store no longer knows the device.
  func run() async {
    var machine = ListeningStateMachine()
    var action = ListeningStateMachine.first
    while !Task.isCancelled, let event = await perform(action) { action = machine.receive(event) }
  }

  private func perform(_ action: ListeningStateMachine.Action) async -> ListeningStateMachine.Event?
  {
    switch action {
    case .ask: await ask()
    case .follow: await follow()
    case .wait(let pause): (try? await environment.sleep(pause)).map { .waited }
    case .stop: nil
    }
  }

  private func ask() async -> ListeningStateMachine.Event? {
    guard let session = session() else { return nil }
    do {
      _ = try await session.refreshedPurchases()
      await session.refreshStorefront(for: session.customer.withLock { $0.link.catalogue })
      return .answered
    } catch .unauthorized {
      return signedOut()
    } catch {
      await session.change { $0.reconnectFailed() }
      return .failed(chance: environment.chance())
    }
  }

  private func follow() async -> ListeningStateMachine.Event? {
    guard let (stream, asked) = await session()?.openUpdates() else { return nil }
    let opened = environment.monotonic()
    var hadEvents = false
    var end: any Error = StoreError.unavailable(reason: "it ended the stream of updates")
    do {
      for try await answer in stream {
        hadEvents = hadEvents || answer.value.isEvent
        guard let session = session() else { return nil }
        await session.receive(answer, asked)
      }
    } catch {
      end = error
    }
    guard !Task.isCancelled, let session = session() else { return nil }
    let reading = environment.monotonic()
    let silence = (end as? HeartbeatTimeout)?.description
    await session.change { $0.streamEnded(silence: silence, at: reading) }
    if case StoreError.unauthorized = end {
      await session.change { $0.failed(.unauthorized, at: reading) }
      return signedOut()
    }
    return .ended(after: reading - opened, hadEvents: hadEvents, chance: environment.chance())
  }

  private func signedOut() -> ListeningStateMachine.Event {
    environment.diagnose(
      .failed(doing: "listening to the store", reason: "\(StoreError.unauthorized)"))
    return .signedOut
  }
}

extension StoreSession {
  /// Opens the stream after the last event that was taken.
  ///
  /// - Returns: The stream, and what had been heard of the store before it was opened.
  fileprivate func openUpdates() async -> (
    AsyncThrowingStream<Answer<StoreUpdate>, any Error>, StoreLink.AnswerCounts
  )? {
    await change { $0.beginFollowing() }
    let (known, answerCounts) = customer.withLock { ($0.known, $0.link.answerCounts) }
    guard !Task.isCancelled, let reached = known.reached else { return nil }
    // The app could read the first purchases, and reads what is unfinished in pages.
    return (backend.updates(after: reached, known: known.firstSequence), answerCounts)
  }

  fileprivate func receive(_ answer: Answer<StoreUpdate>, _ asked: StoreLink.AnswerCounts) async {
    let update = await reader.update(answer.value)
    guard !Task.isCancelled else { return }
    let reading = environment.monotonic()
    await change { customer in
      customer.link.sells(answer.catalogue)
      return customer.received(update, at: answer.time, reading: reading, asked: asked)
    }
    if let id = update.settledID { updates.finished.send([id]) }
    await readStorefront(after: answer)
  }

  /// Asks for the storefront if it may have changed; listeners to storefronts are notified if it has.
  private func readStorefront(after answer: Answer<StoreUpdate>) async {
    guard answer.value.change != .products else { return _ = await storefront() }
    // The first answer of a stream tells what has changed since the purchases were read.
    await refreshStorefront(for: answer.catalogue)
  }
}
