import StoreAPI

extension Transaction {
  /// A sequence of transactions, either finite or of all future updates.
  public struct Transactions: AsyncSequence, Sendable {
    /// A transaction, and whether its signature can be trusted.
    public typealias Element = VerificationResult<Transaction>
    /// The sequence does not throw.
    public typealias Failure = Never

    /// The source of an iterator.
    fileprivate enum Source: Sendable {
      /// Everything is loaded before the first element.
      case list(@Sendable (StoreSession) async -> [Element])
      case history(productID: String?)
      case unfinished
      case updates
    }

    fileprivate let session: StoreSession?
    fileprivate let source: Source

    /// Creates an iterator; an iterator of updates receives every update from now on.
    public func makeAsyncIterator() -> AsyncIterator {
      guard case .updates = source else { return AsyncIterator(session: session, source: source) }
      let announcements = Announcements(of: session)
      return AsyncIterator(session: session, source: source, announcements: announcements)
    }

    /// Iterates over transactions.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private enum Reader {
        case loaded(ArraySlice<Element>)
        case history(HistoryReader)
        case unfinished(UnfinishedReader)
        case updates(UpdatesIterator)
      }

      private var session: StoreSession?
      private let source: Source
      /// The session's announcements since the creation of an iterator of updates.
      private let announcements: Announcements?
      private var reader: Reader?

      fileprivate init(
        session: StoreSession?, source: Source, announcements: Announcements? = nil
      ) {
        self.session = session
        self.source = source
        self.announcements = announcements
      }

      /// Returns the next transaction, or `nil` at the end or if the task is cancelled.
      public mutating func next() async -> Element? { await next(isolation: #isolation) }

      /// Returns the next transaction, or `nil` at the end or if the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        if session == nil { session = announcements == nil ? await .active : await .awaited }
        guard let session else { return nil }
        if case .list(let load) = source, reader == nil {
          reader = .loaded(await load(session)[...])
        }
        // Taken out: while the iterator has it too, each change would copy all remembered states.
        switch reader.take() ?? open(session) {
        case .loaded(var elements):
          defer { reader = .loaded(elements) }
          return elements.popFirst()
        case .history(var history):
          let next = await history.next()
          if next == nil { session.diagnose(history.incompleteness) }
          reader = next == nil ? .loaded([]) : .history(history)
          return next
        case .unfinished(var unfinished):
          let next = await unfinished.next()
          reader = .unfinished(unfinished)
          return next.map(session.result)
        case .updates(var updates):
          let next = await updates.next(isolation: actor)
          reader = .updates(updates)
          return next.map(session.result)
        }
      }

      private func open(_ session: StoreSession) -> Reader {
        switch source {
        case .list: .loaded([])
        case .history(let productID): .history(HistoryReader(of: session, productID: productID))
        case .unfinished: .unfinished(UnfinishedReader(of: session))
        case .updates:
          .updates(
            UpdatesIterator(of: session, hearing: announcements ?? Announcements(of: session)))
        }
      }
    }
  }
}

extension Transaction.Transactions {
  /// A finite sequence, which each iterator loads before its first element.
  init(_ load: @escaping @Sendable (StoreSession) async -> [Element]) {
    self.init(session: .existing, source: .list(load))
  }

  /// The customer's transactions, of all products or of one, newest first.
  static func history(of session: StoreSession?, productID: String?) -> Self {
    Self(session: session, source: .history(productID: productID))
  }

  /// The unfinished transactions, oldest first; offline, those that the device keeps.
  static func unfinished(of session: StoreSession?) -> Self {
    Self(session: session, source: .unfinished)
  }

  /// Like ``init(_:)``, for the session of a value.
  init(
    of session: StoreSession, _ load: @escaping @Sendable (StoreSession) async -> [Element]
  ) {
    self.init(session: session, source: .list(load))
  }

  /// The unfinished transactions, then the updates from the creation of an iterator on, each state of
  /// a transaction once.
  static func updates(of session: StoreSession?) -> Self {
    Self(session: session, source: .updates)
  }
}
