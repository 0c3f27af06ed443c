import AppStorePayloads
import Foundation
import StoreAPI

extension DeviceBackend {
  func perform(_ command: CustomerCommand) async throws(StoreError) -> Answer<Bool> {
    let request = try await request()
    return try await withCustomer { () throws(StoreError) in
      try await engine.transact(
        request.device.customer,
        needs: LedgerNeeds(
          device: request.device.number, transactions: command.transactions, terms: request.terms)
      ) { [engine] ledger, settings throws(StoreError) in
        let wall = engine.machineTime
        try settings.checkClock(wall: wall)
        let time = settings.time(wall: wall)
        let now = time.now
        var draft = LedgerDraft(ledger)
        draft.settle(until: now, in: request.catalogueSnapshot)
        let events = try draft.ledger.events(of: command, at: now, in: request.catalogueSnapshot)
        // Recorded without the instance, because an app receives the system's actions as updates.
        draft.record(events, at: now, in: request.catalogueSnapshot)
        return Decision(
          draft, at: now, value: request.answer(!events.isEmpty, at: time))
      }
    }
  }
}

extension CustomerCommand {
  /// The transactions that the command names.
  fileprivate var transactions: [TransactionID] {
    if case .requestRefund(let id, _, _, _) = self { [id] } else { [] }
  }
}
