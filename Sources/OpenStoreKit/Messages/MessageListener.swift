/// Receives messages for one iterator, from its creation until it is released.
final class MessageListener: Sendable {
  private weak let session: StoreSession?
  private let id: MessageQueue.ListenerID
  /// Yields when other messages may be due.
  private let changes: AsyncStream<Void>
  private let statusTask: Task<Void, Never>
  private let timeTask: Task<Void, Never>

  init(_ session: StoreSession) {
    let id = session.pendingMessages.addListener()
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // An update may come before the change of the clock that ends its period.
    let (statuses, times) = (session.statusUpdates(), session.timeChanges)
    statusTask = Task { [weak session] in
      _ = await session?.snapshot()
      session?.pendingMessages.markReady(id)
      continuation.yield()
      for await _ in statuses { continuation.yield() }
      continuation.finish()
    }
    timeTask = Task {
      for await _ in times { continuation.yield() }
    }
    (self.session, self.id, self.changes) = (session, id, changes)
  }

  deinit {
    statusTask.cancel()
    timeTask.cancel()
    session?.pendingMessages.removeListener(id)
  }

  /// Returns the next message as soon as one is due; `nil` if the task is cancelled or the session
  /// has been released.
  func next() async -> Message? {
    while !Task.isCancelled {
      if let message = session?.customer.nextMessage(for: id) { return message }
      var iterator = changes.makeAsyncIterator()
      guard await iterator.next() != nil else { return nil }
    }
    return nil
  }
}
