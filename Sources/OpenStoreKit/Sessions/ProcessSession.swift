import Synchronization

// The session of a process, and who waits for it.
//
//   free ──1 reserved──► reserved ──2 made──► taken
//    ▲                      │
//    └──────3 failed────────┘
//
// 1. One attempt at a time makes a session; a second `take` is refused meanwhile.
// 2. Streams that were opened before are given the session before the attempt returns, so that they
//    miss nothing.
// 3. Streams keep waiting for the next attempt; questions that have waited share the failure.
// 4. An attempt that a question or `connect` has begun belongs to no task: it continues if the task
//    that asked first is cancelled.

/// Keeps the session of a process, which is set once.
final class ProcessSession: Sendable {
  typealias SessionFactory = @Sendable () async throws -> StoreSession
  private typealias Attempt = Result<StoreSession, any Error>

  private enum Phase: Sendable {
    case free
    /// A session is being made.
    case reserved
    case taken(StoreSession)
  }

  private struct State: Sendable {
    var phase = Phase.free
    var nextID = 0
    var streams: [Int: @Sendable (StoreSession) -> Void] = [:]
    /// Receive how the attempt has ended.
    var waiting: [AsyncStream<Attempt>.Continuation] = []
    var hasReported = false
    /// The reasons of failures that were reported.
    var reasons: Set<String> = []
  }

  private let state = Mutex(State())
  /// The payment queue of the process.
  let paymentQueue = PaymentQueueHolder()

  var session: StoreSession? {
    state.withLock { if case .taken(let session) = $0.phase { session } else { nil } }
  }

  /// Keeps the session that `make` makes; no other attempt can come between.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` if a session is kept or is being made already,
  ///   without making another; the errors of `make`, after which another attempt can be made.
  func take(_ make: () async throws -> StoreSession) async throws -> StoreSession {
    guard case .free = reserve() else {
      throw StoreKitError.systemError(
        SystemErrorReason("this process is already connected to a store"))
    }
    return try await complete(make)
  }

  /// Returns the session; waits for one that is being made, and makes one by `make` if there is none.
  ///
  /// - Returns: `nil` if there is no session and no `make`, or the task is cancelled.
  /// - Throws: The errors of `make`, or of the attempt that it has waited for.
  func session(else make: SessionFactory?) async throws -> StoreSession? {
    if !Task.isCancelled, let (end, _) = join(make) { return try await Self.result(of: end) }
    return session
  }

  /// Returns the session; makes one by `make` if there is none, even after an attempt that failed
  /// while it waited.
  ///
  /// - Returns: `nil` if the task is cancelled.
  /// - Throws: The errors of `make`.
  func session(by make: @escaping SessionFactory) async throws -> StoreSession? {
    while !Task.isCancelled, let (end, isOwn) = join(make) {
      do {
        return try await Self.result(of: end)
      } catch {
        if isOwn { throw error }
      }
    }
    return session
  }

  /// Yields once what `open` returns for the session, as soon as there is one.
  ///
  /// `open` is called before the attempt that makes the session returns.
  func stream<Value: Sendable>(
    _ open: @escaping @Sendable (StoreSession) -> Value
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream()
    let give: @Sendable (StoreSession) -> Void = { session in
      continuation.yield(open(session))
      continuation.finish()
    }
    let id = state.withLock { state -> Int? in
      guard case .taken = state.phase else {
        state.nextID += 1
        state.streams[state.nextID] = give
        return state.nextID
      }
      return nil
    }
    if let session, id == nil { give(session) }
    continuation.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  /// Returns `true` to the first caller if there is no session, none is being made, and no failure was
  /// reported: a process reports that once.
  func reportsMissingSession() -> Bool {
    state.withLock { state in
      guard case .free = state.phase else { return false }
      defer { state.hasReported = true }
      return !state.hasReported
    }
  }

  /// Returns `true` to the first caller with this reason.
  func reportsFailure(_ reason: String) -> Bool {
    state.withLock { state in
      state.hasReported = true
      return state.reasons.insert(reason).inserted
    }
  }
}

extension ProcessSession {
  /// - Returns: The previous phase; if it was free, the phase is `reserved` now.
  private func reserve() -> Phase {
    state.withLock { state in
      let before = state.phase
      if case .free = before { state.phase = .reserved }
      return before
    }
  }

  /// Begins an attempt, or joins the one in progress.
  ///
  /// - Returns: A stream that yields the attempt's result, and whether the attempt was begun here; `nil`
  ///   if there is a session, or neither an attempt nor a `make`.
  private func join(_ make: SessionFactory?) -> (end: AsyncStream<Attempt>, isOwn: Bool)? {
    let (end, continuation) = AsyncStream<Attempt>.makeStream()
    let before = state.withLock { state -> Phase? in
      let before = state.phase
      if case .taken = before { return nil }
      if case .free = before {
        guard make != nil else { return nil }
        state.phase = .reserved
      }
      state.waiting.append(continuation)
      return before
    }
    guard let before else { return nil }
    guard case .free = before, let make else { return (end, false) }
    Task { try await complete(make) }
    return (end, true)
  }

  /// - Returns: `nil` if the task is cancelled while it waits.
  private static func result(of end: AsyncStream<Attempt>) async throws -> StoreSession? {
    for await attempt in end { return try attempt.get() }
    return nil
  }

  private func complete(_ make: () async throws -> StoreSession) async throws -> StoreSession {
    do {
      let session = try await make()
      let (streams, waiting) = end(.taken(session))
      for give in streams { give(session) }
      Self.resume(waiting, .success(session))
      return session
    } catch {
      Self.resume(end(.free).waiting, .failure(error))
      throw error
    }
  }

  private static func resume(_ waiting: [AsyncStream<Attempt>.Continuation], _ attempt: Attempt) {
    for continuation in waiting {
      continuation.yield(attempt)
      continuation.finish()
    }
  }

  /// - Returns: The waiters. After a failed attempt, streams keep waiting.
  private func end(
    _ phase: Phase
  ) -> (
    streams: [@Sendable (StoreSession) -> Void], waiting: [AsyncStream<Attempt>.Continuation]
  ) {
    state.withLock { state in
      let waiting = (Array(state.streams.values), state.waiting)
      state.phase = phase
      state.waiting = []
      if case .taken = phase { state.streams = [:] }
      return waiting
    }
  }

  private func forget(_ id: Int?) {
    guard let id else { return }
    // Outside the lock: releasing a continuation may end its stream, which calls this.
    let forgotten = state.withLock { $0.streams.removeValue(forKey: id) }
    _ = forgotten
  }
}
