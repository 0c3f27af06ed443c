import Synchronization

/// Where a process keeps its session: it is set once.
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

  /// Keeps the session.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` where one is kept or being made already.
  func take(_ session: StoreSession) throws {
    try reserve(for: .taken(session))
  }

  /// Keeps the session that `make` makes; nobody else can come between.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` where one is kept or being made already, without
  ///   making another; what `make` throws, after which the place is free again.
  func take(_ make: () async throws -> StoreSession) async throws {
    try reserve(for: .reserved)
    do {
      let session = try await make()
      state.withLock { $0 = .taken(session) }
    } catch {
      state.withLock { $0 = .free }
      throw error
    }
  }

  private func reserve(for new: State) throws {
    let isFirst = state.withLock { state in
      guard case .free = state else { return false }
      state = new
      return true
    }
    guard isFirst else {
      throw StoreKitError.systemError(
        SystemErrorReason("this process is connected to a store already"))
    }
  }
}
