import Dispatch
import Synchronization

extension SKPaymentQueue {
  /// The observers, in no particular order; those that the app has released are left out.
  public var transactionObservers: [any SKPaymentTransactionObserver] {
    state.withLock { Array($0.observers.values) }.compactMap(\.observer)
  }

  /// Adds an observer, which receives every transaction in the queue; adding it again has no
  /// effect.
  ///
  /// The queue follows the store while it has an observer. The queue does not retain its observers.
  public func add(_ observer: any SKPaymentTransactionObserver) {
    let reference = MainQueueReference(observer)
    let id = state.withLock { state -> Int? in
      guard !state.observers.values.contains(where: reference.isOfSameObject) else { return nil }
      state.lastObserver += 1
      state.observers[state.lastObserver] = reference
      // The new observer may answer for a purchase that the others have left.
      state.leftIntents = []
      return state.lastObserver
    }
    guard let id else { return }
    // The store may have begun another epoch while nobody observed the queue.
    if let session = connectedSession { receive(.began(epoch: session.epoch)) }
    receive(.added(observer: id))
    addedObservers.send(())
  }

  /// Removes an observer; after the last one, the queue no longer follows the store.
  ///
  /// An observer can remove itself while it is being released.
  public func remove(_ observer: any SKPaymentTransactionObserver) {
    let identity = ObjectIdentifier(observer)
    let ids = state.withLock { state in
      state.observers.filter { $0.value.identity == identity }.map(\.key)
    }
    for id in ids { forget(id) }
  }

  private func forget(_ id: Int) {
    // Returned by the closure, so that it is released outside the lock.
    _ = state.withLock { $0.observers.removeValue(forKey: id) }
    receive(.removed(observer: id))
  }

  /// The object that decides for the queue; the queue does not retain it.
  public var delegate: (any SKPaymentQueueDelegate)? {
    get { state.withLock { $0.delegate }?.object as? any SKPaymentQueueDelegate }
    set {
      let reference = newValue.map { MainQueueReference($0) }
      state.withLock { $0.delegate = reference }
    }
  }

  /// Returns the observers with these numbers that still exist; forgets those that the app has
  /// released, or has removed before they were added.
  ///
  /// Call it on the main queue.
  func observers(_ ids: [Int]) -> [any SKPaymentTransactionObserver] {
    let references = state.withLock { state in ids.map { ($0, state.observers[$0]) } }
    return references.compactMap { id, reference in
      let observer = reference?.observer
      if observer == nil { forget(id) }
      return observer
    }
  }

  /// The numbers of the observers, oldest first.
  var observerIDs: [Int] { state.withLock { $0.observers.keys.sorted() } }
}

extension SKPaymentQueue {
  /// Calls the observers on the main queue, in the order of the calls of this method.
  func deliver(_ notification: PaymentQueueNotification, to ids: [Int]) {
    DispatchQueue.main.async { [weak self] in
      guard let self else { return }
      inContext { self.notify(notification, to: ids) }
    }
  }

  private func notify(_ notification: PaymentQueueNotification, to ids: [Int]) {
    // The observers receive the same objects.
    let objects = notification.transactions.map(SKPaymentTransaction.init)
    for observer in observers(ids) {
      switch notification {
      case .updated: observer.paymentQueue(self, updatedTransactions: objects)
      case .removed: observer.paymentQueue(self, removedTransactions: objects)
      case .restoreFailed(let error):
        observer.paymentQueue(self, restoreCompletedTransactionsFailedWithError: error)
      case .restoreFinished: observer.paymentQueueRestoreCompletedTransactionsFinished(self)
      case .revoked(let productIDs):
        observer.paymentQueue(self, didRevokeEntitlementsForProductIdentifiers: productIDs)
      case .storefrontChanged: observer.paymentQueueDidChangeStorefront(self)
      }
    }
  }
}

extension PaymentQueueNotification {
  fileprivate var transactions: [QueuedTransaction] {
    switch self {
    case .updated(let transactions), .removed(let transactions): transactions
    case .restoreFailed, .restoreFinished, .revoked, .storefrontChanged: []
    }
  }
}

extension MainQueueReference {
  fileprivate var observer: (any SKPaymentTransactionObserver)? {
    object as? any SKPaymentTransactionObserver
  }

  /// Whether another reference is to the same object; a released object may have had its address.
  fileprivate func isOfSameObject(_ other: MainQueueReference) -> Bool {
    identity == other.identity && other.object != nil
  }
}
