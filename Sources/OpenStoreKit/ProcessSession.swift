import Synchronization

// The session of a process, and who waits for it.
//
//   free ──1 reserved──► reserved ──2 made──► taken
//    ▲                      │
//    └──────3 failed────────┘
//
// 1. One attempt at a time makes a session; another attempt to connect is refused meanwhile.
// 2. Streams that were opened before are given the session before the attempt returns, so that they
//    miss nothing.
// 3. Streams go on waiting for the next attempt; questions do not.

/// Keeps the session of a process, which is set once.
final class ProcessSession: Sendable {
  typealias Make = @Sendable () async throws -> StoreSession

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
    /// Finish when the attempt has ended.
    var attempts: [AsyncStream<Void>.Continuation] = []
    var hasReported = false
  }

  private let state = Mutex(State())

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
        SystemErrorReason("this process is connected to a store already"))
    }
    return try await complete(make)
  }

  /// Returns the session; waits for one that is being made, and makes one by `make` if there is none.
  ///
  /// - Returns: `nil` if there is no session and no `make`, or the task is cancelled.
  /// - Throws: The errors of `make`.
  func session(else make: Make?) async throws -> StoreSession? {
    while !Task.isCancelled {
      if let end = attemptEnd() {
        for await _ in end {}
        continue
      }
      guard let make else { return session }
      switch reserve() {
      case .free: return try await complete(make)
      case .reserved: continue
      case .taken(let session): return session
      }
    }
    return nil
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

  /// Returns `true` to the first caller if there is no session: a process reports that once.
  func reportsMissingSession() -> Bool {
    state.withLock { state in
      if case .taken = state.phase { return false }
      defer { state.hasReported = true }
      return !state.hasReported
    }
  }
}

extension ProcessSession {
  /// - Returns: What it was before; `reserved` now if it was free.
  private func reserve() -> Phase {
    state.withLock { state in
      let before = state.phase
      if case .free = before { state.phase = .reserved }
      return before
    }
  }

  private func complete(_ make: () async throws -> StoreSession) async throws -> StoreSession {
    do {
      let session = try await make()
      let (streams, attempts) = end(.taken(session))
      for give in streams { give(session) }
      for attempt in attempts { attempt.finish() }
      return session
    } catch {
      for attempt in end(.free).attempts { attempt.finish() }
      throw error
    }
  }

  /// - Returns: Who waits for the attempt; streams wait on after one that failed.
  private func end(
    _ phase: Phase
  ) -> (streams: [@Sendable (StoreSession) -> Void], attempts: [AsyncStream<Void>.Continuation]) {
    state.withLock { state in
      let waiting = (Array(state.streams.values), state.attempts)
      state.phase = phase
      state.attempts = []
      if case .taken = phase { state.streams = [:] }
      return waiting
    }
  }

  /// Ends with the attempt that makes a session; `nil` if none does.
  private func attemptEnd() -> AsyncStream<Void>? {
    let (end, continuation) = AsyncStream<Void>.makeStream()
    return state.withLock { state in
      guard case .reserved = state.phase else { return nil }
      state.attempts.append(continuation)
      return end
    }
  }

  private func forget(_ id: Int?) {
    guard let id else { return }
    // Outside the lock: releasing a continuation may end its stream, which calls this.
    let forgotten = state.withLock { $0.streams.removeValue(forKey: id) }
    _ = forgotten
  }
}
