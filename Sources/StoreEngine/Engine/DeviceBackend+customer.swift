import AppStorePayloads
import Foundation
import StoreAPI

extension DeviceBackend {
  func perform(_ command: CustomerCommand) async throws(StoreError) -> Answer<Bool> {
    let request = try await request()
    let needs = LedgerNeeds(
      device: request.device.number, transactions: command.transactions, terms: request.terms)
    return try await withCustomer { () throws(StoreError) in
      try await engine.decide(
        about: request.device.customer, needs: needs, in: request.catalogueSnapshot
      ) { draft, snapshot throws(StoreError) in
        let events = try draft.ledger.events(
          of: command, at: snapshot.now, in: request.catalogueSnapshot)
        // Recorded without the instance, because an app receives the system's actions as updates.
        draft.record(events, at: snapshot.now, in: request.catalogueSnapshot)
        return request.answer(!events.isEmpty, at: snapshot.time)
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
