import StoreAPI

extension StoreSession {
  /// Asks the store and learns its time, or that it cannot be reached.
  func ask<Value>(
    _ question: (any StoreBackend) async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Value {
    do {
      let answer = try await question(backend)
      didReceive(answer.time)
      return answer.value
    } catch {
      failed(error)
      throw error
    }
  }

  /// Takes the store's time from an answer; a new epoch voids what is kept of the old one.
  func didReceive(_ time: StoreTime) {
    let reading = environment.monotonic()
    let (isNewEpoch, wasOffline) = withState { state in
      let wasOffline = state.offlineSince != nil
      state.offlineSince = nil
      state.wasHeard = true
      state.isSignedOut = false
      guard !state.clock.overtakes(time) else { return (false, wasOffline) }
      let isNewEpoch = time.epoch != state.clock.answered.epoch
      state.clock = SessionClock(answered: time, readAt: reading)
      if isNewEpoch { state.forgetEpoch() }
      return (isNewEpoch, wasOffline)
    }
    if isNewEpoch { begin(epochOf: time) }
    if wasOffline || isNewEpoch { connectionBroadcast.send(.online) }
    // An answer that was lost with the connection is asked for again.
    if wasOffline { startRecovery() }
  }

  /// Notes that the store cannot be reached or no longer knows this device; every other fault is an
  /// answer.
  ///
  /// A question that was given up says nothing about the store.
  func failed(_ fault: StoreFault) {
    if case .unauthorized = fault { return signedOut() }
    guard case .unavailable(let reason) = fault, !Task.isCancelled else { return }
    let reading = environment.monotonic()
    let since: Date? = withState { state in
      // Whoever stands between may have written it.
      state.offlineReason = reason.escapingControls
      guard state.offlineSince == nil else { return nil }
      let since = state.wasHeard ? state.clock.now(at: reading) : state.clock.answered.now
      state.offlineSince = since
      state.publishedReason = state.offlineReason
      return since
    }
    if let since { connectionBroadcast.send(.offline(since: since)) }
  }

  /// Says once more that the store is away, where it is away for another reason than was told.
  ///
  /// To be said by whoever asks with growing pauses: those who hear it ask everything again, and
  /// each of their questions may fail for a reason of its own.
  func publishReason() {
    let since: Date? = withState { state in
      guard state.offlineReason != state.publishedReason else { return nil }
      state.publishedReason = state.offlineReason
      return state.offlineSince
    }
    if let since { connectionBroadcast.send(.offline(since: since)) }
  }

  private func signedOut() {
    let isNews = withState { state in
      defer { (state.isSignedOut, state.offlineSince) = (true, nil) }
      return !state.isSignedOut
    }
    if isNews { connectionBroadcast.send(.signedOut) }
  }

  /// Changes what the device keeps; a failure is a diagnostic, because the store knows it all.
  func keep(_ change: (inout DeviceRecord) -> Void) {
    attempt("keeping what this device knows") { () throws(DeviceStoreFault) in
      try device.update(change)
    }
  }

  func attempt(_ action: String, _ body: () throws(DeviceStoreFault) -> Void) {
    do {
      try body()
    } catch {
      environment.diagnose(.failed(doing: action, reason: "\(error)"))
    }
  }

  private func begin(epochOf time: StoreTime) {
    let date = environment.wallClock()
    keep { $0.begin(epochOf: time, heardAt: date) }
    restartListening()
  }
}

extension StoreSession.State {
  fileprivate mutating func forgetEpoch() {
    cursor = nil
    holdings = nil
    ownPurchases = []
    pending = [:]
  }
}
