import StoreAPI

extension Product.SubscriptionInfo {
  /// A customer's status in a subscription group.
  public struct Status: Equatable, Hashable, Sendable {
    /// The renewal state, which decides whether the customer has access.
    public let state: RenewalState
    /// The transaction of the latest period.
    public let transaction: VerificationResult<Transaction>
    /// The next renewal.
    public let renewalInfo: VerificationResult<RenewalInfo>

    /// Yields every status that changes from now on, until the task is cancelled.
    ///
    /// The changes of this app's own purchases are included.
    public static var updates: Statuses { Statuses(session: .existing) }

    /// Yields the statuses of every group that the customer has ever subscribed to; finite.
    public static var all: AsyncStream<(groupID: String, statuses: [Status])> {
      let session = StoreSession.existing
      return AsyncStream { continuation in
        let task = Task {
          var answering = session
          if answering == nil { answering = await .active }
          for group in await answering?.snapshot().allStatuses ?? [] { continuation.yield(group) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }

  /// The sequence's name before it moved to ``Status``.
  public typealias Statuses = Status.Statuses
}

extension Product.SubscriptionInfo.Status {
  /// A sequence of the statuses that change.
  public struct Statuses: AsyncSequence, Sendable {
    /// A status that has changed.
    public typealias Element = Product.SubscriptionInfo.Status
    /// The sequence does not throw.
    public typealias Failure = Never

    let session: StoreSession?

    /// Creates an iterator, which receives every change from now on.
    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
      StoreSession.stream(of: session) { $0.statusUpdates() }.makeAsyncIterator()
    }
  }
}
