import StoreAPI

extension Transaction {
  /// A sequence of transactions, either finite or of all future updates.
  public struct Transactions: AsyncSequence, Sendable {
    /// A transaction, and whether its signature can be trusted.
    public typealias Element = VerificationResult<Transaction>
    /// The sequence does not throw.
    public typealias Failure = Never

    fileprivate let session: StoreSession?
    fileprivate var followsUpdates = false
    fileprivate let load: @Sendable (StoreSession) async -> [Element]

    /// Creates an iterator; an iterator of updates receives every update from now on.
    public func makeAsyncIterator() -> AsyncIterator {
      let updates =
        followsUpdates ? StoreSession.stream(of: session) { $0.transactionUpdates() } : nil
      return AsyncIterator(session: session, load: load, updates: updates?.makeAsyncIterator())
    }

    /// Iterates over transactions.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var session: StoreSession?
      fileprivate let load: @Sendable (StoreSession) async -> [Element]
      fileprivate var updates: AsyncStream<Signed<TransactionPayload>>.Iterator?
      fileprivate var loaded: ArraySlice<Element>?
      /// The last yielded state of each transaction.
      ///
      /// Only the last one counts, because a refund that is reversed leads to an earlier state again.
      fileprivate var last: [Transaction.ID: Transaction] = [:]

      /// Returns the next transaction, or `nil` at the end or if the task is cancelled.
      public mutating func next() async -> Element? { await next(isolation: #isolation) }

      /// Returns the next transaction, or `nil` at the end or if the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        if session == nil { session = updates == nil ? await .active : await .awaited }
        guard let session else { return nil }
        if loaded == nil { loaded = await load(session)[...] }
        guard updates != nil else { return loaded?.popFirst() }
        while !Task.isCancelled {
          var next = loaded?.popFirst()
          if next == nil { next = await updates?.next(isolation: actor).map(session.result) }
          guard let transaction = next?.unsafePayloadValue else { return nil }
          let previous = last.updateValue(transaction, forKey: transaction.id)
          if previous != transaction { return next }
        }
        return nil
      }
    }
  }
}

extension Transaction.Transactions {
  /// A finite sequence, which each iterator loads before its first element.
  init(_ load: @escaping @Sendable (StoreSession) async -> [Element]) {
    self.init(session: .existing, load: load)
  }

  /// As ``init(_:)``, of the session that a value came from.
  init(
    of session: StoreSession, _ load: @escaping @Sendable (StoreSession) async -> [Element]
  ) {
    self.init(session: session, load: load)
  }

  /// The unfinished transactions, then the updates from the creation of an iterator on, each state of
  /// a transaction once.
  static func updates(of session: StoreSession?) -> Self {
    Self(session: session, followsUpdates: true) { session in
      await session.unfinishedExternal().map(session.result)
    }
  }
}
