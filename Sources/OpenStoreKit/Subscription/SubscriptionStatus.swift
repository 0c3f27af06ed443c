import StoreAPI

extension Product.SubscriptionInfo {
  /// Where a customer stands in a subscription group.
  public struct Status: Equatable, Hashable, Sendable {
    /// Whether the subscription gives service.
    public let state: RenewalState
    /// The latest period's transaction.
    public let transaction: VerificationResult<Transaction>
    /// What is to come.
    public let renewalInfo: VerificationResult<RenewalInfo>

    /// Every status that changes from now on, until the task is cancelled; also by this app's own
    /// purchases.
    public static var updates: Statuses { Statuses(session: .active) }

    /// The statuses of every group that the customer ever subscribed in; finite.
    public static var all: AsyncStream<(groupID: String, statuses: [Status])> {
      let session = StoreSession.active
      return AsyncStream { continuation in
        let task = Task {
          for group in await session?.snapshot().statuses ?? [] { continuation.yield(group) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }

  /// The statuses that change, as they change.
  public struct Statuses: AsyncSequence, Sendable {
    /// A status that has changed.
    public typealias Element = Status
    /// It never fails.
    public typealias Failure = Never

    let session: StoreSession?

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(stream: session?.statusUpdates().makeAsyncIterator())
    }

    /// One listener.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var stream: AsyncStream<Status>.Iterator?

      /// The next status that changes; `nil` when the task is cancelled.
      public mutating func next() async -> Status? { await stream?.next() }

      /// The next status that changes; `nil` when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Status? {
        await stream?.next(isolation: actor)
      }
    }
  }
}
