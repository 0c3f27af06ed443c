import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport

/// A ledger store that takes one call at a time and records every write as an effect.
struct RecordingLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let writes: WriteNotifier
  let effects: EffectRecorder

  func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    writes.notify(listener, ofChangesTo: customer)
  }

  /// Records two effects: the decision, inside the transaction, and the transaction.
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreFault) -> Decision<Value>
  ) async throws(StoreFault) -> Value {
    try await write("storage transact") { [effects] () throws(StoreFault) in
      try await ledgers.transact(customer, needs: needs) {
        ledger, settings throws(StoreFault) in
        let occurrence = effects.begin("storage decide")
        let decision = try decide(ledger, settings)
        effects.end("storage decide", occurrence)
        return decision
      }
    }
  }

  func setClock(
    reaching target: Date, frozen: Bool?, wall: Date
  ) async throws(StoreFault) -> StoreSettings? {
    try await write("storage clock") { () throws(StoreFault) in
      try await ledgers.setClock(reaching: target, frozen: frozen, wall: wall)
    }
  }

  private func write<Value: Sendable>(
    _ name: String, _ body: () async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    let value = try await effects.call(name) { () throws(StoreFault) in try await forward(body) }
    writes.didWrite()
    return value
  }

  func forward<Value: Sendable>(
    _ call: () async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    try await SerialTaskExecutor.shared.callOutside(call)
  }
}
