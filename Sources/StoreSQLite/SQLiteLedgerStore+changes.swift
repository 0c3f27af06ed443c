import StoreEngine

extension SQLiteLedgerStore: LedgerStore {
  package func changes() -> AsyncStream<Void> {
    watcher.changes()
  }
}
