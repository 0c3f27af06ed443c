import StoreAPI

extension StoreSession {
  /// Shows the store the newest transaction that this device has received.
  ///
  /// An earlier copy of the store does not know this transaction, and begins a new epoch.
  ///
  /// An error is ignored: a store of an earlier version does not know this request, and a store
  /// that cannot be reached cannot answer any other request either.
  func detectRollback() async {
    let connection = customer.withLock { $0.rollbackCheck.begin() }
    let isShown = await showNewest()
    await change { state in
      state.rollbackCheck.end()
      guard !isShown else { return state.showedNewest(on: connection) }
      state.rollbackCheck.failed(on: connection)
      return []
    }
  }

  /// - Returns: Whether the store has answered, or there is nothing to show.
  private func showNewest() async -> Bool {
    // If the file cannot be read, the order cannot be saved either, and is not sent.
    guard let record = try? device.read() else { return false }
    guard let newest = record.newestTransaction else { return true }
    return await show(newest)
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
    guard !customer.withLock({ $0.rollbackCheck.isUnderWay }) else { return }
    Task.detached { [weak self] in await self?.detectRollback() }
  }
}
