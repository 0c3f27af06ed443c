import StoreAPI

extension StoreSession {
  /// Shows the store the newest transaction that this device has received.
  ///
  /// An earlier copy of the store does not know this transaction, and begins a new epoch.
  ///
  /// An error is ignored: a store of an earlier version does not know this question, and one that cannot be
  /// reached cannot be asked for anything else either.
  func detectRollback() async {
    withState { $0.rollbackChecks += 1 }
    defer { withState { $0.rollbackChecks -= 1 } }
    // If the file cannot be read, the order cannot be saved either, and is not sent.
    guard let record = try? device.read() else { return }
    if let newest = record.newestTransaction {
      guard await show(newest) else { return }
    }
    await change { $0.showedNewest() }
  }

  /// - Returns: Whether the store has answered this question. A store of an earlier version
  ///   over HTTP does not know it, so it is asked again at the next connection.
  private func show(_ newest: KeptTransaction) async -> Bool {
    do throws(StoreError) {
      _ = try await askIfKnown { backend throws(StoreError) in
        try await backend.detectRollback(newest.jws)
      }
      return true
    } catch .unavailable, .unauthorized {
      return false
    } catch {
      return true
    }
  }

  /// Runs ``detectRollback()`` in a task of its own; an epoch that a check begins needs no other
  /// check.
  func startDetectingRollback() {
    guard withState({ $0.rollbackChecks }) == 0 else { return }
    Task.detached { [weak self] in await self?.detectRollback() }
  }
}
