import AppStorePayloads
import StoreAPI

extension StoreSession {
  /// Asks the store and takes the time of its answer, or that it cannot be reached.
  ///
  /// If the store has begun another epoch meanwhile, the answer is dropped and the question asked once
  /// more: it is as if the answer was lost.
  func ask<Value>(
    _ question: (any StoreBackend) async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    for _ in 1...2 {
      let asked = customer.withLock { $0.link.answerCounts }
      let answer = try await askOnce(question, asked)
      let epoch = customer.withLock { $0.link.clock.answered.epoch }
      if answer.time.epoch == epoch { return answer }
    }
    throw .unavailable(reason: "the store was reset or restored while it answered: try again")
  }

  /// Asks something that a store of an earlier version does not know.
  ///
  /// An error does not mean that the store is away: the next question will find out.
  func askIfKnown<Value>(
    _ question: (any StoreBackend) async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    let asked = customer.withLock { $0.link.answerCounts }
    let answer = try await question(backend)
    let reading = environment.monotonic()
    await change { $0.answered(answer, at: reading, asked: asked) }
    return answer
  }

  private func askOnce<Value>(
    _ question: (any StoreBackend) async throws(StoreError) -> Answer<Value>,
    _ asked: StoreLink.AnswerCounts
  ) async throws(StoreError) -> Answer<Value> {
    do {
      let answer = try await question(backend)
      let reading = environment.monotonic()
      await change { $0.answered(answer, at: reading, asked: asked) }
      return answer
    } catch {
      guard case .unavailable = error else {
        await failed(error)
        throw error
      }
      // A question that was cancelled says nothing about the store.
      if !Task.isCancelled { await failed(error) }
      // A device that was removed stays so until the store answers.
      throw customer.withLock { $0.link.state == .signedOut } ? .unauthorized : error
    }
  }

  private func failed(_ error: StoreError) async {
    let reading = environment.monotonic()
    await change { $0.failed(error, at: reading) }
  }

  /// Changes the customer's state, and does what follows from it.
  func change(_ event: (inout CustomerState) -> [CustomerState.Action]) async {
    for action in customer.change(event) { await perform(action) }
  }

  private func perform(_ action: CustomerState.Action) async {
    switch action {
    case .ask: _ = try? await refreshedPurchases()
    case .keep(let change):
      persistence.keep(change)
      if case .finished(let ids) = change { updates.finished.send(ids) }
    case .keepSoon: persistence.keepSoon()
    case .beginEpoch(let time):
      beginEpoch(of: time)
      restartListening()
      startRecovery()
      updates.epochs.send(time.epoch)
      updates.transactions.send(.allUnfinished)
    case .announce(let signed): updates.transactions.send(.transaction(signed))
    case .announceUnfinished: updates.transactions.send(.unreadUnfinished)
    case .announceStatus(let subscription): updates.statuses.send(subscription)
    case .listenAnew: restartListening()
    case .publish: customer.publishConnection()
    case .publishTime: updates.times.send(())
    case .publishOrders: updates.orders.send(())
    case .publishDeclinedRefund(let id): updates.declinedRefunds.send(id.rawValue)
    case .recoverOrders: startRecovery()
    case .detectRollback: startDetectingRollback()
    }
  }

  /// Removes from the device what belongs to an earlier epoch, unless another copy of the app has
  /// done so.
  private func beginEpoch(of time: StoreTime) {
    let date = environment.wallClock()
    var isNew = false
    persistence.keep { record in
      isNew = record.time.epoch != time.epoch
      record.begin(epochOf: time, heardAt: date)
    }
    guard isNew else { return }
    removeReceipt()
    startWritingMissingReceipt()
  }
}
