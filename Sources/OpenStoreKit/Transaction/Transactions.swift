extension Transaction {
  /// A sequence of transactions, either finite or of all future updates.
  public struct Transactions: AsyncSequence, Sendable {
    /// A transaction, and whether its signature can be trusted.
    public typealias Element = VerificationResult<Transaction>
    /// The sequence does not throw.
    public typealias Failure = Never

    enum Source: Sendable {
      case updates(StoreSession?)
      case once(StoreSession?, @Sendable (StoreSession) async -> [Element])
    }

    private let source: Source

    init(_ source: Source) { self.source = source }

    init(_ load: @escaping @Sendable (StoreSession) async -> [Element]) {
      source = .once(.active, load)
    }

    /// Creates an iterator; an iterator of updates receives every update from now on.
    public func makeAsyncIterator() -> AsyncIterator {
      switch source {
      case .updates(let session):
        AsyncIterator(.updates(session?.transactionUpdates()))
      case .once(let session, let load):
        AsyncIterator(.unread(session, load))
      }
    }

    /// Iterates over transactions.
    public struct AsyncIterator: AsyncIteratorProtocol {
      enum State {
        case unread(StoreSession?, @Sendable (StoreSession) async -> [Element])
        case read(ArraySlice<Element>)
        case updates(TransactionUpdates?)
      }

      private var state: State

      init(_ state: State) { self.state = state }

      /// Returns the next transaction, or `nil` at the end or if the task is cancelled.
      public mutating func next() async -> Element? { await next(isolation: #isolation) }

      /// Returns the next transaction, or `nil` at the end or if the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        switch state {
        case .updates(var updates):
          let next = await updates?.next(isolation: actor)
          state = .updates(updates)
          return next
        case .unread(let session, let load):
          guard let session else { return nil }
          var elements = await load(session)[...]
          let first = elements.popFirst()
          state = .read(elements)
          return first
        case .read(var elements):
          let next = elements.popFirst()
          state = .read(elements)
          return next
        }
      }
    }
  }
}
