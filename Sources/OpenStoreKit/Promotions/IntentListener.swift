/// Takes purchases that began in the App Store for one iterator, until it is released.
final class IntentListener: Sendable {
  private weak let session: StoreSession?
  /// Yields when there may be another intent, or the store may answer again.
  private let changes: AsyncStream<Void>
  private let tasks: [Task<Void, Never>]

  init(_ session: StoreSession) {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (files, connections) = (session.pendingIntents.changes(), session.connectionChanges)
    // A simulated error ends with a change of the time.
    let times = session.timeChanges
    (self.session, self.changes) = (session, changes)
    tasks = [
      Task { for await _ in files { continuation.yield() } },
      Task { for await _ in times { continuation.yield() } },
      Task {
        for await _ in connections { continuation.yield() }
        continuation.finish()
      },
    ]
  }

  deinit { for task in tasks { task.cancel() } }

  /// Returns the next intent as soon as there is one; `nil` if the task is cancelled or the session
  /// has been released.
  func next() async -> PurchaseIntent? {
    while !Task.isCancelled {
      if let intent = await session?.takeIntent() { return intent }
      var iterator = changes.makeAsyncIterator()
      guard await iterator.next() != nil else { return nil }
    }
    return nil
  }
}
