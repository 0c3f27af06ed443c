import Synchronization

/// Keeps the session of a process, which is set once.
final class ProcessSession: Sendable {
  private enum State: Sendable {
    case free
    /// A session is being made.
    case reserved
    case taken(StoreSession)
  }

  private let state = Mutex(State.free)

  var session: StoreSession? {
    state.withLock { if case .taken(let session) = $0 { session } else { nil } }
  }

  /// Keeps the session that `make` makes; no other attempt can come between.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` if a session is kept or is being made already,
  ///   without making another; the errors of `make`, after which another attempt can be made.
  func take(_ make: () async throws -> StoreSession) async throws -> StoreSession {
    let isFirst = state.withLock { state in
      guard case .free = state else { return false }
      state = .reserved
      return true
    }
    guard isFirst else {
      throw StoreKitError.systemError(
        SystemErrorReason("this process is connected to a store already"))
    }
    do {
      let session = try await make()
      state.withLock { $0 = .taken(session) }
      return session
    } catch {
      state.withLock { $0 = .free }
      throw error
    }
  }
}
