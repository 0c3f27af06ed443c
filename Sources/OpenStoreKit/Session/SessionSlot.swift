import Synchronization

/// Where a process keeps its session: it is set once.
final class SessionSlot: Sendable {
  private let state = Mutex<StoreSession?>(nil)

  var session: StoreSession? { state.withLock { $0 } }

  /// Keeps the session.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` where one is kept already.
  func take(_ session: StoreSession) throws {
    let isFirst = state.withLock { kept in
      guard kept == nil else { return false }
      kept = session
      return true
    }
    guard isFirst else {
      throw StoreKitError.systemError(Refusal("this process is connected to a store already"))
    }
  }
}
