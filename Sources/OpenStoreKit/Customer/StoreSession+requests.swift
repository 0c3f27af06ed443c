import StoreAPI

extension StoreSession {
  /// Asks the store and learns its time, or that it cannot be reached.
  func ask<Value>(
    _ question: (any StoreBackend) async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Value {
    try await answer(question).value
  }

  /// The same with the store's time.
  func answer<Value>(
    _ question: (any StoreBackend) async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Answer<Value> {
    do {
      let answer = try await question(backend)
      await receive(.answered(answer.time, at: environment.monotonic()))
      return answer
    } catch {
      await failed(error)
      throw error
    }
  }

  /// A question that was given up says nothing about the store.
  private func failed(_ fault: StoreFault) async {
    if case .unavailable = fault, Task.isCancelled { return }
    await receive(.failed(fault, at: environment.monotonic()))
  }

  /// Lets the customer's state take an event, and does what follows from it.
  func receive(_ event: CustomerState.Event) async {
    for action in withState({ $0.customer.receive(event) }) { await perform(action) }
  }

  private func perform(_ action: CustomerState.Action) async {
    switch action {
    case .ask: _ = try? await refreshedHoldings()
    case .keep(let change):
      let date = environment.wallClock()
      keep { $0.apply(change, heardAt: date) }
    case .beginEpoch(let time): begin(epochOf: time)
    case .announce(let signed): transactionBroadcast.send(signed)
    case .announceStatus(let subscription): statusBroadcast.send(subscription)
    case .publish(let connection): connectionBroadcast.send(connection)
    case .publishTime: timeBroadcast.send(())
    case .recoverOrders: startRecovery()
    }
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
