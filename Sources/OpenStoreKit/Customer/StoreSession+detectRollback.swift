import StoreAPI

extension StoreSession {
  /// Shows the store the newest transaction that this device has received.
  ///
  /// An earlier copy of the store does not know this transaction, and begins a new epoch.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unavailable(_:)`` if the store cannot be reached.
  func detectRollback() async throws(StoreFault) {
    // If the file cannot be read, the order cannot be saved either, and is not sent.
    guard let newest = try? device.read().newestTransaction else { return }
    withState { $0.rollbackChecks += 1 }
    defer { withState { $0.rollbackChecks -= 1 } }
    do {
      _ = try await ask { backend throws(StoreFault) in
        try await backend.detectRollback(newest.jws)
      }
    } catch {
      if case .unavailable = error { throw error }
    }
  }

  /// Runs ``detectRollback()`` in a task of its own; an epoch that a check begins needs no other
  /// check.
  func startDetectingRollback() {
    guard withState({ $0.rollbackChecks }) == 0 else { return }
    Task.detached { [weak self] in try? await self?.detectRollback() }
  }
}
