package import StoreEngine

extension SQLiteLedgerStore: LedgerStore {
  package func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    watcher.listeners.add(listener, of: customer)
  }
}
