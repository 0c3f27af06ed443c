import StoreAPI

/// Follows the store's updates for a session, which it holds only while something is received: so
/// the session can go away.
struct UpdateListener: Sendable {
  let environment: SessionEnvironment
  let session: @Sendable () -> StoreSession?

  /// Performs what the machine says until the task is cancelled, the session goes away, or the store
  /// does not know the device any more.
  func run() async {
    var machine = ListeningMachine()
    var action = ListeningMachine.first
    while !Task.isCancelled {
      guard let event = await perform(action) else { return }
      action = machine.receive(event)
    }
  }

  private func perform(_ action: ListeningMachine.Action) async -> ListeningMachine.Event? {
    switch action {
    case .ask: return await ask()
    case .follow: return await follow()
    case .wait(let pause):
      return (try? await environment.sleep(pause)).map { .waited }
    case .stop: return nil
    }
  }

  private func ask() async -> ListeningMachine.Event? {
    guard let session = session() else { return nil }
    do throws(StoreFault) {
      _ = try await session.refreshedHoldings()
      return .answered
    } catch {
      return await session.failed(listening: error)
    }
  }

  private func follow() async -> ListeningMachine.Event? {
    guard let stream = await session()?.openUpdates() else { return nil }
    let opened = environment.monotonic()
    var hadNews = false
    var end: any Error = StoreFault.unavailable("it ended the stream of updates")
    do {
      for try await answer in stream {
        hadNews = hadNews || answer.value.change != .time
        guard let session = session() else { return nil }
        await session.receive(answer)
      }
    } catch {
      end = error
    }
    guard !Task.isCancelled, let session = session() else { return nil }
    if await session.ended(stream: end) == .signedOut { return .signedOut }
    let lifetime = environment.monotonic() - opened
    return .ended(after: lifetime, hadNews: hadNews, chance: environment.chance())
  }
}

extension StoreSession {
  /// The stream from where the last one ended.
  fileprivate func openUpdates() async -> AsyncThrowingStream<Answer<StoreUpdate>, any Error>? {
    await receive(.following)
    guard !Task.isCancelled, let reached = withState({ $0.customer.known.reached }) else {
      return nil
    }
    return backend.updates(after: reached)
  }

  fileprivate func receive(_ answer: Answer<StoreUpdate>) async {
    let update = await reader.update(answer.value)
    guard !Task.isCancelled else { return }
    await receive(.updated(update, answer.time, at: environment.monotonic()))
  }

  /// The store did not tell the holdings.
  fileprivate func failed(listening fault: StoreFault) async -> ListeningMachine.Event? {
    guard fault != .unauthorized else { return signedOut() }
    await receive(.triedAgain)
    return .failed(chance: environment.chance())
  }

  fileprivate func ended(stream error: any Error) async -> ListeningMachine.Event? {
    let reading = environment.monotonic()
    let silence = (error as? SilentStream)?.description
    await receive(.streamEnded(silence: silence, at: reading))
    guard case StoreFault.unauthorized = error else { return nil }
    await receive(.failed(.unauthorized, at: reading))
    return signedOut()
  }

  private func signedOut() -> ListeningMachine.Event {
    environment.diagnose(
      .failed(doing: "listening to the store", reason: "\(StoreFault.unauthorized)"))
    return .signedOut
  }
}
