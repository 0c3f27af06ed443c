import AppStorePayloads

extension StoreSession {
  /// Keeps the purchases, at most once in ``WriteThrottle/pause``.
  func keepSoon() {
    guard keeping.withLock({ $0.requested() }) else { return }
    keep(.purchases())
    let sleep = environment.sleep
    Task.detached { [weak self] in
      repeat { try? await sleep(WriteThrottle.pause) } while self?.keepAfterPause() == true
    }
  }

  /// Keeps the purchases now if they were to be kept soon.
  func keepWaiting() {
    guard keeping.withLock({ $0.isWaiting }) else { return }
    keep(.purchases())
  }

  /// - Returns: Whether something was kept, so that another pause begins.
  private func keepAfterPause() -> Bool {
    guard keeping.withLock({ $0.pauseEnded() }) else { return false }
    keep(.purchases())
    return true
  }

  /// Makes a change in the device's file, of the state as it is then.
  func keep(_ change: DeviceChange) {
    let date = environment.wallClock()
    var finished: Set<TransactionID> = []
    keep { record in
      let state = customer(for: change)
      finished = state.finishedElsewhere
      record.apply(change, of: state, heardAt: date)
    }
    if change.isPurchases { customer.withLock { $0.wroteFinished(finished) } }
  }

  /// Returns the state that a change writes, as it is now.
  ///
  /// Call it under the file's lock, so that a later write never has an earlier state. What waited to
  /// be written is in this state, so it waits no longer; what comes from now on waits again.
  private func customer(for change: DeviceChange) -> CustomerState {
    // Before the state is read: what comes in between is written once more.
    if change.isPurchases { keeping.withLock { $0.wrote() } }
    return customer.state
  }

  /// Returns the unfinished transactions that the device keeps, oldest first.
  func keptUnfinished() async -> [Signed<TransactionPayload>] {
    var kept: [KeptTransaction] = []
    attempt("reading unfinished transactions") { () throws(DeviceStoreError) in
      kept = try device.read().unfinished ?? []
    }
    return await reader.read(kept.map(\.jws))
  }
}

extension DeviceChange {
  /// Whether the purchases are written.
  fileprivate var isPurchases: Bool {
    if case .purchases = self { true } else { false }
  }
}
