import AppStorePayloads
import StoreAPI
import Synchronization

extension SKPaymentQueue {
  /// Processes an event, and performs its effects.
  func receive(_ event: PaymentQueueState.Event) {
    // Observers are notified under the lock, so that they receive the states in order.
    let (effects, stopped) = state.withLock { state in
      let effects = state.payments.receive(event)
      for case .notify(let notification, let ids) in effects { deliver(notification, to: ids) }
      return (effects, state.follow(effects) { self.startSynchronisation() })
    }
    // Outside the lock: a task that is cancelled runs its cancellation handlers.
    stopped?.cancel()
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: PaymentQueueState.Effect) {
    switch effect {
    case .buy(let transaction): Task.detached { await self.buy(transaction) }
    case .finish(let bought): Task.detached { await self.finish(bought) }
    case .synchronise, .stop, .notify: break
    }
  }

  private func startSynchronisation() -> Task<Void, Never> {
    // Detached: task-local values may hold the session, which would then never be released.
    Task.detached { await self.synchronise() }
  }

  /// Buys what a payment asks for.
  private func buy(_ transaction: QueuedTransaction) async {
    let id = transaction.id
    do {
      let session = try await requireSession()
      if observerIDs.isEmpty { session.diagnoseMissingListener() }
      let end = try await session.pay(transaction.payment) { storefront in
        await self.continues(transaction, in: storefront)
      }
      switch end {
      case .sold(let bought): receive(.sold(id, bought))
      case .waits(let orders): receive(.waits(id, orders))
      }
    } catch {
      receive(.failed(id, SKError(error)))
    }
  }

  /// Finishes transactions at the store.
  private func finish(_ bought: [BoughtTransaction]) async {
    guard let session = try? await requireSession() else { return }
    let finished = await session.finishTransactions(
      bought.map { Transaction(signed: $0.signed, session: session) })
    receive(.finished(Set(finished.map(TransactionID.init(rawValue:)))))
  }

  /// Restores the customer's purchases.
  func restore() async {
    do {
      receive(.restored(try await requireSession().restoredTransactions()))
    } catch {
      receive(.restoreFailed(SKError(error)))
    }
  }
}

extension SKPaymentQueue.State {
  /// Starts or stops following the store, according to the effects.
  ///
  /// - Returns: The task to cancel; `nil` unless following stops.
  fileprivate mutating func follow(
    _ effects: [PaymentQueueState.Effect], start: () -> Task<Void, Never>
  ) -> Task<Void, Never>? {
    if effects.contains(.synchronise) { synchronisation = start() }
    return effects.contains(.stop) ? synchronisation.take() : nil
  }
}
